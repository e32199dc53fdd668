import { type Answer, isRecord, type Row } from './client.ts'

// The same reading as the web app's own (api/listing.ts, api/read.ts, api/failure.ts), as far as it
// decides whether a screen can use an answer.

/** Text; numbers count, blank text doesn't. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

/** A record's `_id`, else its `id`. */
export const idOf = (value: unknown): string | null =>
  isRecord(value) ? (textOf(value['_id']) ?? textOf(value['id'])) : null

/** The value at a dot path such as `user.session.token`. */
export const at = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce(
      (found, key) => (isRecord(found) && Object.hasOwn(found, key) ? found[key] : undefined),
      value,
    )

/** Nested records from values by their dot paths. */
export function withPaths(values: Readonly<Record<string, unknown>>): Row {
  const made: Row = {}
  for (const [path, value] of Object.entries(values)) {
    const keys = path.split('.')
    const last = keys.pop() ?? ''
    const holder = keys.reduce<Row>((inner, key) => {
      const next = isRecord(inner[key]) ? inner[key] : {}
      inner[key] = next
      return next
    }, made)
    holder[last] = value
  }
  return made
}

/** What an answer holds under `data`; the whole answer where it has no such key. */
export const dataOf = ({ body }: Answer): unknown => (body && 'data' in body ? body['data'] : body)

/** Where a list was found, and what stands beside it. */
export interface FoundList {
  rows: Row[]
  /** Its key under `data`; null where `data` is the list. */
  under: string | null
  /** How many there are on all pages, where the server says so. */
  total: number | null
  totalPages: number
}

/** Finds the list of an answer: `data` itself, or under any of its names. Null where none is. */
export function findList(answer: Answer, named: string | null): FoundList | null {
  const data = dataOf(answer)
  const lists = isRecord(data) ? Object.entries(data).filter(([, each]) => Array.isArray(each)) : []
  const [under, found] = Array.isArray(data)
    ? [null, data]
    : (lists.find(([key]) => key === named) ?? lists[0] ?? [])
  if (under === undefined) return null
  const holders = [data, answer.body].filter(isRecord)
  const said = [...holders.map((each) => each['pagination']), ...holders]
    .filter(isRecord)
    .find((each) => wholeOf(each['total']) !== null)
  const rows = (found as unknown[]).filter(isRecord)
  return {
    rows,
    under,
    total: wholeOf(said?.['total']),
    totalPages: wholeOf(said?.['totalPages']) ?? 1,
  }
}

function wholeOf(value: unknown): number | null {
  const text = textOf(value)
  return text !== null && /^\d+$/.test(text) ? Number(text) : null
}

/**
 * The words that a refusal says of itself, read as specification section 8 has it: each entry of
 * `errors`, a single value, else the message. Empty where it says nothing that can be read.
 */
export function messagesOf({ body }: Answer): string[] {
  const errors = body?.['errors']
  const wordsOf = (each: unknown) =>
    (isRecord(each) ? (textOf(each['msg']) ?? textOf(each['message'])) : textOf(each)) ?? []
  const entries = [errors].flat().flatMap(wordsOf)
  if (entries.length > 0) return entries
  const byField = isRecord(errors) ? Object.values(errors).flat().flatMap(wordsOf) : []
  return byField.length > 0 ? byField : [textOf(body?.['message']) ?? []].flat()
}

/** The record that an answer holds: `data` itself (`direct`), or what stands in it. */
export function recordIn(answer: Answer): { record: Row; direct: boolean } | null {
  const data = dataOf(answer)
  if (!isRecord(data)) return null
  if (idOf(data) !== null) return { record: data, direct: true }
  const inner = Object.values(data).find((each) => idOf(each) !== null)
  return isRecord(inner) ? { record: inner, direct: false } : null
}
