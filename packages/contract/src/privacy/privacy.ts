import { z } from 'zod'
import { endpointsOf, translatable } from '../calls/endpoint.ts'
import { job, jobStatuses } from '../jobs/jobs.ts'
import { listQuery, pageOf } from '../lists/listing.ts'
import { component, recordFields, reference, time } from '../values/fields.ts'
import { maxReason } from '../values/max-reason.ts'
import { mustBeOneOf, wording } from '../values/said.ts'
import { line } from '../values/text.ts'
import {
  contentChoices,
  erasureEffects,
  type PersonalPlace,
  personalPlaces,
  retentionAreas,
} from './places.ts'
import { privacyRoutes as routes } from './privacy.routes.ts'

const place = z.enum(Object.keys(personalPlaces) as [PersonalPlace, ...PersonalPlace[]])

/** What an erasure would do to one person, by place. */
export const erasurePreview = component('ErasurePreview', {
  name: z.string(),
  places: z.array(
    z.object({
      place,
      does: z.enum(erasureEffects).meta({
        description:
          '`choose`: goes or stays with `content`; `replace`: stays without name and addresses',
      }),
      count: z.int().meta({ description: 'How many rows or files' }),
    }),
  ),
  mentions: z.object({
    count: z.int().meta({ description: 'Texts of others that name the person or an address' }),
    names: z
      .boolean()
      .meta({ description: 'Whether the name is replaced in them, or the addresses alone' }),
  }),
  obstacle: z
    .object({ message: z.string(), ...translatable })
    .nullable()
    .meta({ description: 'Why this person can’t be erased now' }),
})
export type ErasurePreview = z.output<typeof erasurePreview>

/** An erasure that was started; it never tells the name. */
export const erasure = component('Erasure', {
  ...recordFields,
  by: reference.nullable().meta({ description: 'Null where that person is gone, too' }),
  content: z.enum(contentChoices),
  finishedAt: time.nullable(),
  records: z.int().meta({ description: 'How many rows and files were deleted or changed' }),
  job: z.object({ _id: z.string(), status: z.enum(jobStatuses) }).nullable(),
})
export type Erasure = z.output<typeof erasure>

const maxDays = 36_500
const days = z
  .int('must be a whole number of days')
  .min(1, 'must be 1 or more')
  .max(maxDays, wording('must be at most {max}', { max: maxDays }))
  .nullable()
  .meta({ description: 'Null to keep it' })

/** For how many days each area is kept, and what goes next. */
export const retention = component('Retention', {
  days: z.object(
    Object.fromEntries(retentionAreas.map((area) => [area, days])) as Areas<typeof days>,
  ),
  version: z.int().meta({ description: '0 until somebody has changed it' }),
  nextRun: time.nullable().meta({ description: 'Null where this server removes nothing' }),
  due: z.array(
    z.object({
      area: z.enum(retentionAreas),
      now: z.int().meta({ description: 'Goes with the next run' }),
      in7: z.int().meta({ description: 'Goes within 7 days, with what goes now' }),
      in30: z.int(),
    }),
  ),
  mayChange: z.boolean(),
})
export type Retention = z.output<typeof retention>

type Areas<T> = Record<(typeof retentionAreas)[number], T>

const formats = ['json', 'html'] as const

export const privacyEndpoints = endpointsOf(routes, {
  'privacy.export': {
    summary: 'All that is held about a person, without what is about others and without secrets',
    description:
      'JSON, or an HTML page that can be read by itself. Also needs the permission to view the person, and a step-up.',
    query: z.object({
      format: z.enum(formats, mustBeOneOf(formats)).default('json'),
    }),
    data: z.null(),
    file: 'application/json; charset=utf-8',
    errors: ['step_up_required', 'too_many'],
  },
  'privacy.preview': {
    summary: 'What erasing a person would do, place by place, and what stands in its way',
    data: erasurePreview,
    errors: ['too_many'],
  },
  'privacy.erase': {
    summary: 'Erase a person by a job; it can’t be undone',
    body: z.object({
      content: z.enum(contentChoices, mustBeOneOf(contentChoices)).meta({
        description: 'Whether posts, shopping posts, comments and their pictures stay or go',
      }),
      reason: line(maxReason),
      name: line().meta({ description: 'The name of the person, to confirm' }),
    }),
    data: job,
    status: 201,
    errors: ['conflict', 'step_up_required', 'too_many', 'unsafe'],
  },
  'privacy.list': {
    summary: 'The erasures, the newest first',
    query: listQuery({ sorts: ['createdAt'], filters: {} }).omit({ search: true }),
    ...pageOf('erasures', erasure),
  },
  'privacy.retention': {
    summary: 'For how many days each area is kept, and what goes in the next 7 and 30 days',
    data: retention,
  },
  'privacy.saveRetention': {
    summary: 'Set for how many days each area is kept',
    body: z.object({
      days: z.object(
        Object.fromEntries(retentionAreas.map((area) => [area, days])) as Areas<typeof days>,
      ),
      version: z.int('must be a whole number').min(0, 'must be 0 or more').nullish(),
    }),
    data: retention,
    errors: ['out_of_date', 'step_up_required'],
  },
})
