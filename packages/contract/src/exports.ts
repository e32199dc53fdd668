import { z } from 'zod'
import type { ExportArea } from './areas.ts'
import { endpoint } from './endpoint.ts'
import { exportNeeds, exportsRoutes as routes } from './exports.routes.ts'
import { id, time } from './fields.ts'
import { sentQuery } from './sent-query.ts'
import { timeZone } from './time-zone.ts'

const dates = ['createdAt', 'updatedAt'] as const

const roles = ['_id', 'name', 'description', 'status', 'userCount', 'system', ...dates] as const
const users = [
  '_id',
  'name',
  'email',
  'phone',
  'type',
  'role',
  'status',
  'shoppingFeedStatus',
  'businessName',
  'location',
  'about',
  'image',
  'lastActiveAt',
  ...dates,
] as const

/** The columns that an export of each list can have, by the names of the record's fields. */
export const exportColumns = {
  roles,
  inactiveRoles: roles,
  deletedRoles: roles,
  users,
  admins: users,
  businessUsers: users,
  events: [
    '_id',
    'title',
    'description',
    'startsAt',
    'endsAt',
    'location',
    'online',
    'host',
    'capacity',
    'attendeeCount',
    'status',
    'image',
    ...dates,
  ],
  polls: [
    '_id',
    'kind',
    'title',
    'description',
    'author',
    'questions',
    'responseCount',
    'opensAt',
    'closesAt',
    'status',
    ...dates,
  ],
  pollResults: [
    '_id',
    'kind',
    'title',
    'status',
    'responseCount',
    'questionNumber',
    'question',
    'option',
    'votes',
    'percent',
  ],
  tasks: ['_id', 'title', 'description', 'assignee', 'dueAt', 'priority', 'status', ...dates],
  bills: [
    '_id',
    'number',
    'title',
    'payer',
    'amount',
    'currency',
    'status',
    'issuedAt',
    'dueAt',
    'paidAt',
    'notes',
    ...dates,
  ],
  posts: [
    '_id',
    'author',
    'text',
    'images',
    'category',
    'likeCount',
    'commentCount',
    'reportCount',
    ...dates,
  ],
  categories: [
    '_id',
    'name',
    'slug',
    'description',
    'image',
    'color',
    'position',
    'parent',
    'status',
    'postCount',
    'shoppingPostCount',
    'childCount',
    ...dates,
  ],
  shoppingPosts: [
    '_id',
    'title',
    'description',
    'price',
    'currency',
    'seller',
    'images',
    'category',
    'status',
    'deletedAt',
    ...dates,
  ],
} as const satisfies Record<ExportArea, readonly string[]>

/** A column of the export of a list. */
export type ExportColumn<A extends ExportArea> = (typeof exportColumns)[A][number]

const areas = Object.keys(exportNeeds) as [ExportArea, ...ExportArea[]]

/** Which list shall be a file, and how. */
export const exportStart = z
  .object({
    area: z.enum(areas, `must be one of ${areas.join(', ')}`),
    query: sentQuery.meta({ description: 'The query of the list; page and limit are passed over' }),
    ids: z
      .array(id)
      .min(1, 'must name a record')
      .max(10_000, 'must name at most 10,000 records')
      .optional()
      .meta({ description: 'These records of the list alone' }),
    columns: z
      .array(z.string('must be text'))
      .min(1, 'must name a column')
      .max(50, 'must name at most 50 columns')
      .optional()
      .meta({ description: 'In this order; every column unless given' }),
    timeZone: timeZone.optional().meta({
      description: 'Times are written as its clocks show them; unless given, as ISO 8601 in UTC',
    }),
    bom: z
      .boolean('must be true or false')
      .default(false)
      .meta({ description: 'Begin with a byte-order mark, as older Excel wants it' }),
  })
  .superRefine(({ area, columns = [] }, context) => {
    const known: readonly string[] = exportColumns[area]
    columns.forEach((column, index) => {
      if (known.includes(column)) return
      const message = `must be one of ${known.join(', ')}`
      context.addIssue({ code: 'custom', path: ['columns', index], message, input: column })
    })
  })

/** Exports: a list as a CSV file, as it is filtered and sorted. */
export const exportsEndpoints = {
  'exports.create': endpoint(routes['exports.create'], {
    summary: 'An address from which a list can be downloaded as CSV, once, within a minute',
    body: exportStart,
    data: z.object({
      url: z.string().meta({ description: 'Relative to the root of the server' }),
      expiresAt: time,
      total: z.int().meta({ description: 'Rows of the file as things stand' }),
      fileName: z.string(),
    }),
    status: 201,
  }),
  'exports.file': endpoint(routes['exports.file'], {
    summary: 'The file of an export',
    params: z.object({ token: z.string() }),
    data: z.null(),
    file: 'text/csv; charset=utf-8',
    errors: ['dead_link', 'not_permitted'],
  }),
}
