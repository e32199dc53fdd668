import type { AreaName } from '@steward/contract/areas/areas'
import { type Listed, listings } from '@steward/contract/areas/listings'
import { endpoints } from '@steward/contract/calls/endpoints'
import type { EndpointName } from '@steward/contract/calls/routes'
import { type SpecifiedCall, specifiedCalls } from '@steward/contract/calls/specified-calls'
import { z } from 'zod'
import { type Check, type ListAbilities, send, tryCall } from './check.ts'
import { type Answer, dataOf, type FoundList, findList, idOf, isSuccess, textOf } from './client.ts'
import { type Difference, unusable, usable } from './findings.ts'

/** The lists of the specification, in its order. */
export const specifiedLists = specifiedCalls.filter((name) => /\.list/.test(name))

export const areaOf = (name: EndpointName) => name.split('.')[0] as AreaName

/** The key of the array in `data`; null if `data` is the array. */
export function listKey(name: EndpointName): string | null {
  const { data }: { data: z.ZodType } = endpoints[name]
  const fields = data instanceof z.ZodObject ? Object.entries(data.shape) : []
  return fields.find(([, field]) => field instanceof z.ZodArray)?.[0] ?? null
}

/** Whether the specification gives the list no key, so that any is right. */
const isUnderAny = (name: SpecifiedCall) => /^(roles|categories)\.|^users\.list[AB]/.test(name)

export async function checkLists(check: Check): Promise<void> {
  for (const name of specifiedLists) await checkList(check, name)
}

async function checkList(check: Check, name: SpecifiedCall): Promise<void> {
  const area: Listed = listings[areaOf(name)]
  // The specification has the query of these lists only.
  const takesDeleted = 'includeDeleted' in area.filters
  const takesName = area.search === 'name'
  const answer = await tryCall(check, name, {}, (came) => asSpecified(came, name, takesDeleted))
  const found = answer && findList(answer, listKey(name))
  if (!found) return
  check.seen.set(name, found.rows)
  const differs = (words: string) => check.findings.add(name, 'differs', words, true)
  if (takesDeleted) {
    // Deleted records come only with `includeDeleted` (specification section 4).
    if (found.rows.some((row) => (row['deletedAt'] ?? null) !== null))
      differs('deleted records are in the list without includeDeleted')
    await tryCall(check, name, { query: { includeDeleted: 'true' } }, (came) =>
      findList(came, listKey(name)) ? null : unusable('no list with includeDeleted=true'),
    )
  }
  const is = await findAbilities(check, name, area, found)
  check.lists.set(name, is)
  const missing = [
    (takesName || takesDeleted) && is.paging === 'nobody' && 'page and limit',
    takesName && is.search === 'nobody' && 'name',
  ].filter((each) => each !== false)
  if (missing.length > 0) differs(`sends pages and passes ${missing.join(', ')} over`)
  if (isSuccess(await send(check, name, { authorization: null }))) {
    differs('answers without a token too; 401 is expected. Anybody can read it')
  }
}

/** What differs from the specification; null if nothing does. */
function asSpecified(answer: Answer, name: SpecifiedCall, isPaged: boolean): Difference | null {
  const under = listKey(name)
  const found = findList(answer, under)
  const any = isUnderAny(name)
  const missing = under === null ? 'data isn’t an array' : `data.${under} is missing`
  if (!found) {
    const where = any ? 'a list' : under === null ? 'an array' : `data.${under}`
    if (dataOf(answer) === null) return usable(`data is null; ${where} is expected`)
    return unusable(under === null ? missing : `${any ? '' : `${missing}; `}data holds no list`)
  }
  if (found.under !== under && !any) {
    const at = found.under === null ? 'data itself' : `data.${found.under}`
    return usable(`${missing}; the web app reads the list in ${at}`)
  }
  const nameless = found.rows.filter((row) => idOf(row) === null).length
  if (nameless > 0) {
    const of = `${nameless} of ${found.rows.length} records`
    return usable(`${of} have no _id nor id; nothing can be done with them`)
  }
  if (!isPaged || found.total !== null) return null
  return usable('data.pagination is missing, or holds no total; the browser does the paging')
}

/** Up to how many rows the web app pages, sorts and filters a list itself (web: api/listing.ts). */
const maxGathered = 2000

/** Finds which parts of a query a list applies; it has answered without a query before. */
async function findAbilities(
  check: Check,
  name: EndpointName,
  area: Listed,
  { rows, total }: FoundList,
): Promise<ListAbilities> {
  const ask = async (query: Record<string, string>) => {
    const answer = await send(check, name, { query })
    return isSuccess(answer) ? (findList(answer, listKey(name))?.rows ?? null) : null
  }
  const idsFor = async (query: Record<string, string>) =>
    (await ask(query))?.map((row) => idOf(row) ?? JSON.stringify(row))
  const valuesOf = (field: string) => [...new Set(rows.flatMap((row) => textOf(row[field]) ?? []))]

  const pages = async () => {
    if (rows.length < 2) return null
    const first = await idsFor({ page: '1', limit: '1' })
    const second = await idsFor({ page: '2', limit: '1' })
    return first?.length === 1 && second?.length === 1 && first[0] !== second[0]
  }
  const searches = async () => {
    const titles = rows.flatMap((row) =>
      ['name', 'title', 'number', 'text'].flatMap((field) => textOf(row[field]) ?? []).slice(0, 1),
    )
    const [part] = titles.flatMap(
      (title) => title.match(/[\p{L}\p{N}]{3,}/u)?.[0].slice(0, 5) ?? [],
    )
    if (part === undefined) return null
    const key = area.search ?? 'search'
    const hit = await ask({ [key]: part })
    const miss = await ask({ [key]: 'qzxj no such words' })
    return !!hit && hit.length > 0 && miss?.length === 0
  }
  const sorts = async () => {
    const field = area.sorts.find((each) => valuesOf(each).length > 1)
    if (field === undefined) return null
    const up = await idsFor({ sort: field })
    const down = await idsFor({ sort: `-${field}` })
    return !!up && !!down && up.join() !== down.join()
  }
  const filters = async () => {
    const [first, second] = 'status' in area.filters ? valuesOf('status') : []
    if (first === undefined) return null
    // A second status or, if there is none, one for which the list must be empty.
    const status = second ?? area.statuses.find((each) => each !== first) ?? first
    return (await ask({ status }))?.every((row) => textOf(row['status']) === status) ?? false
  }

  const or = (does: boolean | null): ListAbilities['paging'] =>
    does === null ? 'unknown' : does ? 'server' : total === null ? 'browser' : 'nobody'
  const paging = or(await pages())
  // Short lists are fetched whole, and the browser does the rest.
  const isFetched = paging !== 'nobody' && (total ?? 0) <= maxGathered
  const orBrowser = (does: boolean | null): ListAbilities['paging'] =>
    isFetched && or(does) === 'nobody' ? 'browser' : or(does)
  return {
    paging,
    search: orBrowser(await searches()),
    sort: orBrowser(await sorts()),
    filter: orBrowser(await filters()),
  }
}
