import { type Check, send, tryCall } from './check.ts'
import type { Answer } from './client.ts'
import type { Difference } from './findings.ts'
import { findAbilities } from './list-abilities.ts'
import { type ListSpec, listSpecs } from './list-specs.ts'
import { dataOf, findList, idOf } from './reading.ts'

/** Reads every list of the specification, and finds out what each can do besides. */
export async function checkLists(check: Check): Promise<void> {
  for (const spec of listSpecs) await checkList(check, spec)
}

async function checkList(check: Check, spec: ListSpec): Promise<void> {
  const answer = await tryCall(check, spec.call, {}, (came) => asSpecified(came, spec))
  const found = answer && findList(answer, spec.under ?? undefined)
  if (!found) return
  check.seen.set(spec.call, found.rows)
  if (spec.includeDeleted) await checkDeleted(check, spec)
  check.lists.set(spec.call, await findAbilities(check, spec, found))
  const open = await send(check, spec.call, { authorization: null })
  if (open.status >= 200 && open.status < 300 && open.trouble === null) {
    check.findings.add(
      spec.call,
      'differs',
      'answers without a token too; 401 is expected. Anybody can read it',
      true,
    )
  }
}

/** What of a list is not where the specification has it, or can't be used. */
function asSpecified(answer: Answer, { under, pagination }: ListSpec): Difference | null {
  const data = dataOf(answer)
  const where = under === null ? 'a list' : under === 'array' ? 'an array' : `data.${under}`
  const found = findList(answer, under ?? undefined)
  if (!found) {
    if (data === null) return { words: `data is null; ${where} is expected`, usable: true }
    const missing = under && under !== 'array' ? `data.${under} is missing` : ''
    const kind = under === 'array' ? 'data isn’t an array' : 'data holds no list'
    return { words: [missing, kind].filter(Boolean).join('; '), usable: false }
  }
  const is = found.under === null ? 'array' : found.under
  const stands = found.under === null ? 'data itself' : `data.${found.under}`
  if (under !== null && is !== under) {
    const words = under === 'array' ? 'data isn’t an array' : `data.${under} is missing`
    return { words: `${words}; the web app reads the list in ${stands}`, usable: true }
  }
  const nameless = found.rows.filter((row) => idOf(row) === null).length
  if (nameless > 0) {
    const words = `${nameless} of ${found.rows.length} records have no _id nor id`
    return { words: `${words}; nothing can be done with them`, usable: true }
  }
  if (pagination && found.total === null) {
    const words = 'data.pagination is missing, or holds no total; the browser does the paging'
    return { words, usable: true }
  }
  return null
}

/** Deleted records are in the list when asked for, and only then (specification section 4). */
async function checkDeleted(check: Check, { call, under }: ListSpec): Promise<void> {
  const named = under ?? undefined
  const isDeleted = (row: Record<string, unknown>) => (row['deletedAt'] ?? null) !== null
  if (check.seen.get(call)?.some(isDeleted)) {
    const words = 'deleted records are in the list without includeDeleted'
    check.findings.add(call, 'differs', words, true)
  }
  await tryCall(check, call, { query: { includeDeleted: 'true' } }, (answer) =>
    findList(answer, named) ? null : { words: 'no list with includeDeleted=true', usable: false },
  )
}
