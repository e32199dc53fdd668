import type { AreaName } from '@steward/contract/areas/areas'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Community } from './community.ts'
import { type Model, narrowedAreas } from './conditions-model.ts'
import { type Asked, at } from './drawn-calls.ts'
import type { Narrowed } from './narrowed-community.ts'
import type { Expect } from './narrowed-reads.ts'

export type Entry = Community['audit_entries'][number]
type Columns = Record<string, unknown> | null

const areaOf = (entry: Entry) =>
  (entry.area === 'shopping-posts' ? 'shoppingPosts' : entry.area) as AreaName

const areasWithFields: readonly AreaName[] = [...narrowedAreas, 'categories']

/** The columns of an entry's fields that are hidden. */
export const hiddenIn = (model: Model, entry: Entry): string[] =>
  areasWithFields.includes(areaOf(entry)) ? model.hiddenColumns(areaOf(entry)) : []

/** Whether any row or field is kept from somebody. */
const isNarrowed = (model: Model): boolean =>
  narrowedAreas.some((area) => model.isNarrowed(area)) ||
  areasWithFields.some((area) => model.hiddenColumns(area).length > 0)

/**
 * Whether an entry is seen: of a record that was and became such as is seen, and of a field that isn't hidden.
 * @param me who looks
 */
export function shows(of: Narrowed, model: Model, entry: Entry, me: string): boolean {
  const area = areaOf(entry)
  const { before, after, state } = entry as Record<'before' | 'after' | 'state', Columns>
  const hidden = hiddenIn(model, entry)
  const changed = Object.keys({ ...before, ...after })
  if (before && after && changed.every((key) => hidden.includes(key))) return false
  const isSeenNow = (name: AreaName) => {
    const row = of.rowsOf(name).find(({ id }) => id === entry.record_id)
    return row !== undefined && model.sees(name, row)
  }
  // Requests for consent may be about any records; nobody asks for one here.
  if (entry.area === 'consents' && isNarrowed(model))
    return entry.record_id === null || entry.actor_id === me
  // So may loans. Those of the community end by themselves: who granted them has lost the permission.
  if (entry.area === 'accounts' && entry.detail?.startsWith('Ended: ') && isNarrowed(model))
    return entry.record_id === me
  // Of what happens to accounts, the account itself decides.
  if (entry.area === 'accounts' && model.isNarrowed('users'))
    return [entry.actor_id, entry.record_id].includes(me) || isSeenNow('users')
  if (!narrowedAreas.includes(area) || !model.isNarrowed(area)) return true
  const made = entry.records as object[] | null
  if (made) return made.every((row) => model.sees(area, row))
  if (entry.record_id === null) return entry.actor_id === me
  if (!before && !after) return isSeenNow(area)
  return (
    (!before || model.sees(area, { ...state, ...before })) &&
    (!after || model.sees(area, { ...state, ...after }))
  )
}

const fold = (text: string | null) =>
  (text ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')

const known = new WeakMap<Narrowed, Map<number, Entry>>()

/** The whole log in the order of time; entries never change, so that only new ones are read. */
async function entriesOf(of: Narrowed): Promise<Entry[]> {
  const entries = known.get(of) ?? new Map<number, Entry>()
  known.set(of, entries)
  // Two writes at once may be committed in another order than their ids.
  const last = Math.max(0, ...entries.keys()) - 100
  const { rows } = await sql<Entry>`select * from audit_entries where id > ${last}`.execute(
    of.app.db,
  )
  for (const row of rows) entries.set(row.id, row)
  const order = (a: Entry, b: Entry) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.id - b.id)
  return [...entries.values()].sort(order)
}

/** Whether an entry is about a record, or about many of which it is one. */
const isAbout = ({ record_id, records }: Entry, id: string) =>
  record_id === id || ((records as { id: string }[] | null)?.some((row) => row.id === id) ?? false)

async function logOf(of: Narrowed, model: Model, one: Asked, record: string | null) {
  const { status, body } = await of.ask(one.door, 'auditLog.list', {
    query: {
      ...(record && { record }),
      limit: one.limit,
      page: one.page,
      sort: 'at',
      ...(one.search && { search: one.search }),
    },
  })
  expect(status).toBe(200)
  const whole = await entriesOf(of)
  const entries = record ? whole.filter((entry) => isAbout(entry, record)) : whole
  const words = one.search.split(' ').map(fold)
  const me = of.idOf(one.door)
  const expected = entries.filter(
    (entry) =>
      shows(of, model, entry, me) && words.every((word) => fold(entry.title).includes(word)),
  )
  const from = (one.page - 1) * one.limit
  const page = expected.slice(from, from + one.limit)
  const told = body.data.entries.map(({ _id }: { _id: string }) => _id)
  const ids = page.map(({ id }) => String(id))
  const differ = entries.filter(({ id }) => told.includes(String(id)) !== ids.includes(String(id)))
  expect([told, told.join() === ids.join() ? [] : differ]).toEqual([ids, []])
  const { pagination } = body.data
  if (pagination.exact !== false) expect(pagination.total).toBe(expected.length)
  for (const [n, entry] of page.entries())
    mustTellNothing(hiddenIn(model, entry), body.data.entries[n])
}

/** What the contract calls the columns of hidden fields. */
const fieldsOf = (columns: readonly string[]) =>
  columns.map((column) =>
    column
      .replace(/_(id|name|image)$/, '')
      .replaceAll(/_([a-z])/g, (_, letter) => letter.toUpperCase()),
  )

/** Expects that an entry, as it is told, has no value of these columns. */
export function mustTellNothing(
  hidden: readonly string[],
  told: { before: Columns; after: Columns },
): void {
  for (const name of fieldsOf(hidden))
    for (const part of [told.before, told.after]) if (part) expect(part).not.toHaveProperty(name)
}

export const log: Expect = (of, model, one) => logOf(of, model, one, null)

export const history: Expect = (of, model, one) =>
  logOf(of, model, one, at(of.rowsOf(at(narrowedAreas, one.area)), one.pick).id)

export const undo: Expect = async (of, model, one) => {
  const { rows } = await sql<Entry>`
    select * from audit_entries where action in ('update', 'status', 'delete') and undoes is null
      and actor_id is distinct from ${of.idOf('person')} and area in ('bills', 'tasks', 'events', 'polls')
    order by id desc limit 20`.execute(of.app.db)
  if (rows.length === 0) return
  const entry = at(rows, one.pick)
  const take = (id: number) =>
    of.app.call('auditLog.undo', { token: of.token, params: { id: String(id) } })
  const { status, body } = await take(entry.id)
  if (!shows(of, model, entry, of.idOf('person'))) {
    const none = await take(999_999_999)
    return expect([status, body]).toEqual([404, none.body])
  }
  expect([200, 403, 404, 409, 422]).toContain(status)
  if (status === 200) await of.reread(areaOf(entry))
}
