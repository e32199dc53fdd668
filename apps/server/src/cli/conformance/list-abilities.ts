import { type Check, send } from './check.ts'
import type { Doer, ListAbilities, ListSpec } from './list-specs.ts'
import { type FoundList, findList, idOf, type Row, textOf } from './reading.ts'

type Ask = (query: Record<string, string>) => Promise<FoundList | null>

/** How many rows the web app fetches to work a list out itself (api/listing.ts there). */
const mostGathered = 2000

/** Finds out what the server does with the query of a list that it has answered without one. */
export async function findAbilities(
  check: Check,
  spec: ListSpec,
  plain: FoundList,
): Promise<ListAbilities> {
  const ask: Ask = async (query) => {
    const answer = await send(check, spec.call, { query })
    const ok = answer.status >= 200 && answer.status < 300 && answer.trouble === null
    return ok ? findList(answer, spec.under ?? undefined) : null
  }
  const or = (does: boolean | null): Doer => {
    if (does === null) return 'unknown'
    return does ? 'server' : plain.total === null ? 'browser' : 'nobody'
  }
  const paging = or(await pages(ask, plain))
  // A short list is fetched page by page where it is passed over, and worked out in the browser.
  const isFetched = paging !== 'nobody' && (plain.total ?? 0) <= mostGathered
  const orBrowser = (does: boolean | null): Doer => {
    const doer = or(does)
    return doer === 'nobody' && isFetched ? 'browser' : doer
  }
  const found = {
    paging,
    search: orBrowser(await searches(ask, plain, spec)),
    sort: orBrowser(await sorts(ask, plain, spec)),
    filter: orBrowser(await filters(ask, plain, spec)),
  }
  const missing = [
    ...(spec.paged && found.paging === 'nobody' ? ['page and limit'] : []),
    ...(spec.searched && found.search === 'nobody' ? ['name'] : []),
  ]
  if (missing.length > 0) {
    const words = `sends pages and passes ${missing.join(', ')} over`
    check.findings.add(spec.call, 'differs', words, true)
  }
  return found
}

const ids = ({ rows }: FoundList) => rows.map((row) => idOf(row) ?? JSON.stringify(row))

async function pages(ask: Ask, { rows }: FoundList): Promise<boolean | null> {
  if (rows.length < 2) return null
  const first = await ask({ page: '1', limit: '1' })
  const second = await ask({ page: '2', limit: '1' })
  if (!first || !second) return false
  return first.rows.length === 1 && second.rows.length === 1 && ids(first)[0] !== ids(second)[0]
}

const titles = ['name', 'title', 'number', 'text'] as const

async function searches(ask: Ask, { rows }: FoundList, { area }: ListSpec) {
  const key = area.search ?? 'search'
  for (const row of rows) {
    const title = titles.map((field) => textOf(row[field])).find((text) => text !== null)
    const part = title?.match(/[\p{L}\p{N}]{3,}/u)?.[0]?.slice(0, 5)
    if (part === undefined) continue
    const hit = await ask({ [key]: part })
    const miss = await ask({ [key]: 'qzxj no such words' })
    return !!hit && !!miss && ids(hit).length > 0 && miss.rows.length === 0
  }
  return null
}

async function sorts(ask: Ask, { rows }: FoundList, { area }: ListSpec) {
  const differ = (field: string) =>
    new Set(rows.map((row) => textOf(row[field])).filter((text) => text !== null)).size > 1
  const field = area.sorts.find(differ)
  if (field === undefined) return null
  const up = await ask({ sort: field })
  const down = await ask({ sort: `-${field}` })
  return !!up && !!down && ids(up).join() !== ids(down).join()
}

async function filters(ask: Ask, { rows }: FoundList, { area }: ListSpec) {
  if (!('status' in area.filters)) return null
  const seen = [...new Set(rows.map(statusOf))].filter((status) => status !== null)
  const first = seen[0]
  if (first === undefined) return null
  // With one status alone, another one has to leave nothing of what was seen.
  const asked = seen[1] ?? area.statuses.find((status) => status !== first)
  const found = asked === undefined ? null : await ask({ status: asked })
  return found?.rows.every((row) => statusOf(row) === asked) ?? false
}

const statusOf = (row: Row) => textOf(row['status'])
