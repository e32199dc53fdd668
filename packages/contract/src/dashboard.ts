import { z } from 'zod'
import { counted } from './area-lists.ts'
import { areas, type Counted } from './areas.ts'
import { dashboardRoutes as routes } from './dashboard.routes.ts'
import { endpoint } from './endpoint.ts'
import { time } from './fields.ts'

/** Days that a trend covers; the last one is today, in UTC. */
export const trendDays = 30

const perCounted = <T extends z.ZodType>(each: T) =>
  Object.fromEntries(counted.map((name) => [name, each])) as Record<Counted, T>

/** Dashboard (specification sections 3 and 7). */
export const dashboardEndpoints = {
  'dashboard.counts': endpoint(routes['dashboard.counts'], {
    summary: 'How many there are of everything, and how many are new on each of the last 30 days',
    data: z.object({
      counts: z.object(perCounted(z.int())),
      trends: z.object({
        since: time.meta({ description: 'The first moment of the first day' }),
        ...perCounted(z.array(z.int()).length(trendDays)),
      }),
    }),
  }),
  'dashboard.roles': endpoint(routes['dashboard.roles'], {
    summary: 'Every role that is not deleted, with the number of its people',
    data: z.array(
      z.object({
        _id: z.string(),
        name: z.string(),
        image: z.string().nullable(),
        status: z.enum(areas.roles.statuses),
        userCount: z.int(),
      }),
    ),
  }),
}
