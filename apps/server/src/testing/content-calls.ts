import { listOf } from '@steward/contract/areas/area-lists'
import {
  type AreaName,
  areas,
  type BulkArea,
  type ExportArea,
  type ImportArea,
  type ListName,
} from '@steward/contract/areas/areas'
import { titleField } from '@steward/contract/areas/listings'
import type { BodySent } from '@steward/contract/calls/endpoints'
import { routes } from '@steward/contract/calls/routes'
import { exportNeeds } from '@steward/contract/exports/exports.routes'
import { importNeeds } from '@steward/contract/imports/imports.routes'
import { jobActions } from '@steward/contract/jobs/jobs.routes'
import type { Permission } from '@steward/contract/permissions/permissions'
import { type RecordTable, tableOf } from '../db/schema/tables.ts'
import { nextNumber } from './factories.ts'
import type { GuardedCall, GuardedName, Which } from './guarded-call.ts'
import { requiredFields } from './plausible.ts'

type ContentCall = Extract<
  GuardedName,
  `${'jobs' | 'exports' | 'imports' | Exclude<AreaName, 'roles' | 'users'>}.${string}`
>

/** The calls that every area has, and those by which people make and change its records. */
type StandardCall = Extract<
  ContentCall,
  `${AreaName}.${'list' | 'details' | 'delete' | 'restore' | 'purge' | 'create' | 'update'}`
>

const list = { request: () => ({}), answers: 200 }
const byId = ({ id }: { id: string }) => ({ params: { id } })
const about = (table: RecordTable, answers: { [which in Which]?: number }) => ({
  about: table,
  request: byId,
  answers,
})
const taken = { other: 200, deleted: 404, unknown: 404 }
const brought = { other: 200, deleted: 200, unknown: 404 }
const purged = { other: 409, deleted: 200, unknown: 404 }
/** Nobody here has a job. */
const noJob = {
  request: () => ({ params: { id: '00000000-0000-7000-8000-000000000000' } }),
  answers: 404,
}

/** No task has a comment. */
const noComment = {
  request: () => ({ params: { ...noJob.request().params, commentId: noJob.request().params.id } }),
  answers: 404,
}

/** Names of lists by the title that their permissions have; of several the first. */
const byTitle = <N extends ListName>(names: object): Partial<Record<string, N>> =>
  Object.fromEntries(
    (Object.keys(names) as N[]).reverse().map((name) => [listOf(name).title, name]),
  )

const jobAreas = byTitle<BulkArea>(jobActions)
const exportAreas: Partial<Record<string, ExportArea>> = {
  ...byTitle<ExportArea>(exportNeeds),
  Members: 'users',
}
const importAreas = byTitle<ImportArea>(importNeeds)

/** A job that exactly this permission lets through; the record that it names need not exist. */
function jobFor(need: Permission | undefined): BodySent<'jobs.create'> {
  const ids = ['00000000-0000-7000-8000-000000000000']
  if (need?.submodule === 'Shopping feed') {
    return { area: 'users', action: 'feed', ids, patch: { status: 'active' } }
  }
  if (need?.submodule === 'Admins' && need.action === 'update') {
    return { area: 'users', action: 'role', ids, patch: { role: ids[0] } }
  }
  const action =
    (['restore', 'delete', 'purge'] as const).find((each) => each === need?.action) ?? 'status'
  const area = need?.module === 'Users' ? 'users' : (jobAreas[need?.submodule ?? ''] ?? 'bills')
  const status = areas[area].statuses[0] ?? ''
  return {
    area,
    action,
    ids,
    ...(action === 'status' ? { patch: { status } } : {}),
  }
}

/** How each standard call of an area is made, from its fields. */
function standardCalls(area: Exclude<AreaName, 'roles' | 'users'>): [string, object][] {
  const table = tableOf(area)
  const title = titleField(area)
  const calls = {
    list,
    details: about(table, brought),
    delete: about(table, taken),
    restore: about(table, brought),
    purge: about(table, purged),
    create: { request: () => ({ body: requiredFields(area, nextNumber()) }), answers: 201 },
    update: {
      about: table,
      request: ({ id }: { id: string }) => ({
        params: { id },
        body: { [title]: `Changed ${nextNumber()}` },
      }),
      answers: taken,
    },
  }
  return Object.entries(calls)
    .map(([name, call]): [string, object] => [`${area}.${name}`, call])
    .filter(([name]) => name in routes)
}

const { roles: _roles, users: _users, ...content } = areas
const standard = Object.fromEntries(
  (Object.keys(content) as (keyof typeof content)[]).flatMap(standardCalls),
)

/** The calls that an area has beside those, and those that are made otherwise. */
const ownCalls: { readonly [N in Exclude<ContentCall, StandardCall>]: GuardedCall<N> } & {
  readonly [N in StandardCall]?: GuardedCall<N>
} = {
  'polls.create': {
    request: () => ({
      body: {
        title: `Poll ${nextNumber()}`,
        questions: [{ text: 'Which?', options: [{ text: 'This' }, { text: 'That' }] }],
      },
    }),
    answers: 201,
  },
  'tasks.comments': about('tasks', brought),
  'tasks.comment': {
    about: 'tasks',
    request: ({ id }) => ({ params: { id }, body: { text: 'Seen.' } }),
    answers: { other: 201, deleted: 404, unknown: 404 },
  },
  'tasks.deleteComment': noComment,
  'tasks.restoreComment': noComment,
  'posts.decide': {
    about: 'posts',
    request: ({ id }) => ({ body: { does: 'keep', posts: [{ _id: id }] } }),
    answers: { other: 200, deleted: 404, unknown: 404 },
  },
  'posts.undoDecision': noJob,
  'bills.totals': list,
  'bills.nextNumber': list,
  'bills.create': {
    request: () => ({
      body: {
        data: { title: 'Hall hire', payer: { _id: null, name: 'Pat' }, amount: 1, currency: 'EUR' },
      },
    }),
    answers: 201,
  },
  'bills.update': {
    about: 'bills',
    request: ({ id }) => ({ params: { id }, body: { data: { title: `Bill ${nextNumber()}` } } }),
    answers: taken,
  },
  'shoppingPosts.status': {
    about: 'shopping_posts',
    request: ({ id }) => ({ params: { id }, body: { status: 'sold' } }),
    answers: taken,
  },
  'shoppingPosts.delete': about('shopping_posts', { other: 200, deleted: 200, unknown: 404 }),
  'jobs.create': { request: ({ need }) => ({ body: jobFor(need) }), answers: 201 },
  'jobs.list': list,
  'jobs.details': noJob,
  'jobs.failures': noJob,
  'jobs.pause': noJob,
  'jobs.resume': noJob,
  'jobs.cancel': noJob,
  'jobs.undo': noJob,
  'exports.create': {
    request: ({ need }) => ({ body: { area: exportAreas[need?.submodule ?? ''] ?? 'bills' } }),
    answers: 201,
  },
  // Whoever is let through is told that a file is missing.
  'imports.create': {
    request: ({ need }) => ({
      query: { area: importAreas[need?.submodule ?? ''] ?? 'bills', name: 'a.csv' },
    }),
    answers: 415,
  },
  'imports.details': noJob,
  'imports.preview': { ...noJob, request: () => ({ ...noJob.request(), body: {} }) },
  'imports.start': { ...noJob, request: () => ({ ...noJob.request(), body: {} }) },
  'imports.report': noJob,
  'imports.delete': noJob,
}

/** The guarded calls about content and commerce, as `guardedCalls` has them. */
export const contentCalls = { ...standard, ...ownCalls } as {
  readonly [N in ContentCall]: GuardedCall<N>
}
