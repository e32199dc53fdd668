import { z } from 'zod'
import { type Area, type BulkArea, type ImportArea, areas as ofAreas } from '../areas/areas.ts'
import { endpointsOf, translatable } from '../calls/endpoint.ts'
import { sentQuery } from '../calls/sent-query.ts'
import { importNeeds } from '../imports/imports.routes.ts'
import { oneOf } from '../lists/filters.ts'
import { listQuery, pageOf } from '../lists/listing.ts'
import { userFields } from '../users/users.fields.ts'
import { component, id, person, recordFields, time } from '../values/fields.ts'
import { mustBeOneOf, wording } from '../values/said.ts'
import { jobActions, jobsRoutes as routes } from './jobs.routes.ts'

const areas = Object.keys(jobActions) as [BulkArea, ...BulkArea[]]
const actions = ['delete', 'keep', 'restore', 'status', 'purge', 'feed', 'role'] as const

export type JobArea = BulkArea | ImportArea | 'roles'
const jobAreas = [...new Set([...areas, ...Object.keys(importNeeds), 'roles'])] as [
  JobArea,
  ...JobArea[],
]

/** The states of a job. `stopped`: the server gave up for the job's `reason`; it can be resumed. */
export const jobStatuses = ['waiting', 'running', 'paused', 'done', 'cancelled', 'stopped'] as const

/** A job; `proposal` carries out what an agent proposed, `erase` erases one person, `check` writes nothing. The three counts are records done; of an import: added, known and bad rows. */
export const job = component('Job', {
  ...recordFields,
  area: z.enum(jobAreas),
  action: z.enum([...actions, 'undo', 'proposal', 'erase', 'import', 'check']),
  patch: z
    .object({ status: z.string().optional(), role: z.string().optional() })
    .nullable()
    .meta({ description: 'What `status`, `feed` and `role` give' }),
  status: z.enum(jobStatuses),
  reason: z.string().nullable(),
  template: translatable.template.meta({
    description: 'The text of the reason in ICU MessageFormat; only where it has values',
  }),
  params: translatable.params,
  total: z.int().meta({ description: 'Of an import the rows read so far' }),
  progress: z.number().meta({ description: 'From 0 to 1' }),
  changed: z.int(),
  unchanged: z.int().meta({ description: 'Were already so' }),
  failed: z.int(),
  startedBy: person,
  startedAt: time.nullable(),
  endedAt: time.nullable(),
  undoOf: z.string().nullable().meta({ description: 'The _id of the job that this one undoes' }),
  canUndo: z.boolean(),
  import: z
    .object({
      _id: z.string(),
      fileName: z.string(),
      hasReport: z.boolean(),
      onConflict: z.enum(['keep', 'overwrite', 'bad']),
      conflicts: z.int().meta({
        description:
          'Rows with the id of a record that has other content: kept ones are part of `unchanged`, overwritten ones of `changed`',
      }),
    })
    .nullable()
    .meta({ description: 'The file of an import; a report names the rows that did not go in' }),
})
export type Job = z.output<typeof job>

const maxIds = 10_000
const ids = z
  .array(id, 'must be a list of _ids')
  .max(maxIds, wording('must name at most {max} records', { max: maxIds }))

/** The states that an action can give records of an area. */
export const statusesFor = (area: BulkArea, action: 'status' | 'feed'): readonly string[] => {
  const { statuses, bulkStatuses }: Area = ofAreas[area]
  return action === 'feed' ? userFields.shoppingFeedStatus.choices : (bulkStatuses ?? statuses)
}

/** The start of a job, on records that `ids` names or on all that a list's query matches. */
export const jobStart = z
  .object({
    area: z.enum(areas, mustBeOneOf(areas)),
    action: z.enum(actions, mustBeOneOf(actions)),
    ids: ids.min(1, 'must name a record').optional(),
    all: z
      .object({ query: sentQuery })
      .optional()
      .meta({ description: 'Everything that the list shows under this query, on every page' }),
    except: ids.optional().meta({ description: 'Left out of `all`' }),
    patch: z
      .object({ status: z.string('must be text').optional(), role: id.optional() })
      .optional()
      .meta({ description: '`status` for the actions status and feed, `role` for role' }),
  })
  .superRefine((start, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: path.split('.'), message, input: start })
    if (!(start.action in jobActions[start.area])) {
      refuse('action', mustBeOneOf(Object.keys(jobActions[start.area])))
    } else if (start.action === 'status' || start.action === 'feed') {
      const values = statusesFor(start.area, start.action)
      if (!values.includes(start.patch?.status ?? '')) {
        refuse('patch.status', mustBeOneOf(values))
      }
    } else if (start.action === 'role') {
      if (!start.patch?.role) refuse('patch.role', 'must be the _id of a role')
    } else if (start.patch) refuse('patch', 'goes with the actions status, feed and role alone')
    if ((start.ids === undefined) === (start.all === undefined)) {
      refuse('ids', 'must be given, or else `all`, but not both')
    }
    if (start.except && !start.all) refuse('except', 'goes with `all` alone')
  })

/** What is wrong with a field of a row, in words that follow its name; without a field, with the row. */
export const rowReason = z.object({ field: z.string(), reason: z.string(), ...translatable })

/** A failure of a job: of one record, or of one line of an import (the first 1,000 are kept). */
export const jobFailure = component('JobFailure', {
  _id: z.string().nullable(),
  name: z.string().nullable(),
  message: z.string(),
  ...translatable,
  line: z.int().optional().meta({ description: 'Of an import, the line where the row starts' }),
  errors: z
    .array(z.object({ path: z.string(), msg: z.string() }))
    .meta({ description: 'By field, as the call for one record names them; else empty' }),
  row: z
    .object({
      line: z.int(),
      reasons: z.array(rowReason),
      cells: z.record(z.string(), z.string()),
    })
    .optional()
    .meta({ description: 'Of an import, a bad row that can be corrected (the first 100)' }),
})
export type JobFailure = z.output<typeof jobFailure>

export const jobsQuery = listQuery({
  sorts: ['createdAt'],
  filters: { status: oneOf(jobStatuses), area: oneOf(jobAreas) },
}).omit({ search: true })

const change = { data: job, errors: ['conflict'] } as const

/** The calls about jobs. People see their own jobs, an owner sees those of everybody. */
export const jobsEndpoints = endpointsOf(routes, {
  'jobs.create': {
    summary:
      'Start one action on many records. 429 where 20 jobs on records that the person started are not finished; people’s jobs take turns',
    body: jobStart,
    data: job,
    status: 201,
    errors: ['conflict', 'too_many'],
  },
  'jobs.list': { summary: 'Jobs, the newest first', query: jobsQuery, ...pageOf('jobs', job) },
  'jobs.details': { summary: 'One job and how far it is', data: job },
  'jobs.failures': {
    summary:
      'What went wrong in a job, record by record; of a record that one may not list, neither name nor reason',
    query: jobsQuery.pick({ page: true, limit: true }),
    ...pageOf('failures', jobFailure),
  },
  'jobs.pause': { summary: 'Pause a job', ...change },
  'jobs.resume': {
    summary: 'Go on with a job that is paused or was stopped',
    ...change,
    errors: ['conflict', 'too_many'],
  },
  'jobs.cancel': { summary: 'End a job; what it has done stays done', ...change },
  'jobs.undo': {
    summary: 'Start a job that undoes what another one has changed',
    ...change,
    errors: ['conflict', 'too_many'],
    status: 201,
  },
})
