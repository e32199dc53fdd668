import { z } from 'zod'
import { counted } from '../areas/area-lists.ts'
import { areas, type Counted } from '../areas/areas.ts'
import { endpointsOf } from '../calls/endpoint.ts'
import { person, time } from '../values/fields.ts'
import { dashboardRoutes as routes } from './dashboard.routes.ts'

/** The days of the trend; the last one is today in UTC. */
export const trendDays = 30

/** What may wait for a person: own `tasks` due within a day, own unfinished `jobs`, overdue `bills` … */
export const waitingKinds = [
  'registrations',
  'reportedPosts',
  'tasks',
  'bills',
  'proposals',
  'jobs',
] as const

export type WaitingKind = (typeof waitingKinds)[number]

const perCounted = <T extends z.ZodType>(each: T) =>
  Object.fromEntries(counted.map((name) => [name, each])) as Record<Counted, T>

/** The calls of the dashboard (specification sections 3 and 7). */
export const dashboardEndpoints = endpointsOf(routes, {
  'dashboard.counts': {
    summary: 'How many there are of everything, and how many are new on each of the last 30 days',
    data: z.object({
      counts: z.object(perCounted(z.int())),
      trends: z.object({
        since: time.meta({ description: 'The first moment of the first day' }),
        ...perCounted(z.array(z.int()).length(trendDays)),
      }),
      imported: z.object(perCounted(z.int())).meta({
        description: 'How many that files brought in the trends leave out',
      }),
    }),
  },
  'dashboard.waiting': {
    summary: 'What waits for the person signed in, as far as they may decide on it or list it',
    data: z.object({
      items: z.array(
        z.object({
          kind: z.enum(waitingKinds),
          count: z.int(),
          since: time.nullable().meta({
            description:
              'Since when the oldest waits: its registration, creation, due date or start; null where nothing does',
          }),
        }),
      ),
    }),
  },
  'dashboard.roles': {
    summary: 'Every role that is not deleted, with the number of its people',
    data: z.array(person.extend({ status: z.enum(areas.roles.statuses), userCount: z.int() })),
  },
})
