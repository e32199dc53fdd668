import type { SpecOnlyOptions } from './options.ts'
import { bareFields, richFields } from './record-fields.ts'

/** What the server holds lists of. */
export const kinds = [
  'roles',
  'admins',
  'businessUsers',
  'members',
  'events',
  'polls',
  'tasks',
  'bills',
  'posts',
  'categories',
  'shoppingPosts',
] as const
/** What a list of the server holds. */
export type Kind = (typeof kinds)[number]

/** The kinds of users. */
export const userKinds = ['admins', 'businessUsers', 'members'] as const

/** A record as it is answered. */
export type SpecOnlyRecord = Record<string, unknown>

/** How many records of each kind there are, unless said otherwise. */
export const usualSize = {
  roles: 3,
  admins: 3,
  businessUsers: 3,
  members: 30,
  events: 4,
  polls: 4,
  tasks: 6,
  bills: 30,
  posts: 40,
  categories: 5,
  shoppingPosts: 12,
} as const satisfies Record<Kind, number>

/** The beginning of the ids of each kind. */
const prefixes: Record<Kind, string> = {
  roles: 'r',
  admins: 'a',
  businessUsers: 'bu',
  members: 'u',
  events: 'e',
  polls: 'v',
  tasks: 't',
  bills: 'b',
  posts: 'p',
  categories: 'c',
  shoppingPosts: 's',
}

/** A record's id: users have `id`, everything else `_id` (specification section 3). */
export const idOf = (record: SpecOnlyRecord): unknown => record['_id'] ?? record['id']

const idKey = (kind: Kind) => (userKinds.some((each) => each === kind) ? 'id' : '_id')

/** The state of the server, in memory; every write counts `revision` up. */
export interface Records {
  revision: number
  rows(kind: Kind): SpecOnlyRecord[]
  count(kind: Kind): number
  find(kind: Kind, id: string): SpecOnlyRecord | undefined
  /** Puts a new record on top. */
  add(kind: Kind, fields: SpecOnlyRecord): SpecOnlyRecord
  change(record: SpecOnlyRecord, fields: SpecOnlyRecord): SpecOnlyRecord
  remove(kind: Kind, record: SpecOnlyRecord): SpecOnlyRecord
}

/** Makes the records that the options ask for, each kind when it is first asked for. */
export function makeRecords(options: SpecOnlyOptions): Records {
  const made = new Map<Kind, SpecOnlyRecord[]>()
  const fieldsOf = options.fields === 'rich' ? richFields : bareFields
  const sizeOf = (kind: Kind) =>
    options.records[kind]?.length ??
    (typeof options.size === 'number' ? options.size : (options.size[kind] ?? usualSize[kind]))
  let added = 0

  const make = (kind: Kind): SpecOnlyRecord[] =>
    structuredClone(options.records[kind]) ??
    Array.from({ length: sizeOf(kind) }, (_, index) => ({
      [idKey(kind)]: `${prefixes[kind]}${index + 1}`,
      ...fieldsOf(kind, index + 1),
    }))

  const records: Records = {
    revision: 0,
    rows(kind) {
      const rows = made.get(kind) ?? make(kind)
      made.set(kind, rows)
      return rows
    },
    count: (kind) => made.get(kind)?.length ?? sizeOf(kind),
    find: (kind, id) => records.rows(kind).find((record) => idOf(record) === id),
    add(kind, fields) {
      records.revision += 1
      added += 1
      const now = new Date().toISOString()
      const times = options.fields === 'rich' ? { createdAt: now, updatedAt: now } : {}
      const record = { [idKey(kind)]: `${prefixes[kind]}-new-${added}`, ...times, ...fields }
      records.rows(kind).unshift(record)
      return record
    },
    change(record, fields) {
      records.revision += 1
      return Object.assign(record, fields)
    },
    remove(kind, record) {
      records.revision += 1
      const rows = records.rows(kind)
      rows.splice(rows.indexOf(record), 1)
      return record
    },
  }
  return records
}
