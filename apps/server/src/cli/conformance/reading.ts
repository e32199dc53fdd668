import { type Answer, isRecord } from './client.ts'

// The same reading as the web app's own (api/listing.ts, api/read.ts, api/failure.ts), as far as it
// decides whether a screen can use an answer.

/** A record of a list, whatever server it came from. */
export type Row = Record<string, unknown>

/** Text; numbers count, blank text doesn't. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

/** A record's `_id`, else its `id`. */
export const idOf = (value: unknown): string | null =>
  isRecord(value) ? (textOf(value['_id']) ?? textOf(value['id'])) : null

/** The value at a dot path such as `user.session.token`. */
export function at(value: unknown, path: string): unknown {
  let found = value
  for (const key of path.split('.')) {
    if (!isRecord(found) || !Object.hasOwn(found, key)) return undefined
    found = found[key]
  }
  return found
}

/** Nested records from values by their dot paths. */
export function withPaths(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const made: Record<string, unknown> = {}
  for (const [path, value] of Object.entries(values)) {
    const keys = path.split('.')
    const last = keys.pop() ?? ''
    let inner = made
    for (const key of keys) {
      const next = isRecord(inner[key]) ? inner[key] : {}
      inner[key] = next
      inner = next
    }
    inner[last] = value
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
export function findList(answer: Answer, named?: string): FoundList | null {
  const data = dataOf(answer)
  const key = Array.isArray(data) ? null : listKey(data, named)
  if (key === undefined) return null
  const found = key === null ? data : (data as Row)[key]
  const holders = [data, answer.body].filter(isRecord)
  const said = [...holders.map((each) => each['pagination']), ...holders]
    .filter(isRecord)
    .find((each) => wholeOf(each['total']) !== null)
  const total = wholeOf(said?.['total'])
  const pages = wholeOf(said?.['totalPages'])
  const rows = (found as unknown[]).filter(isRecord)
  return { rows, under: key, total, totalPages: pages ?? 1 }
}

function listKey(data: unknown, named: string | undefined): string | undefined {
  if (!isRecord(data)) return undefined
  if (named !== undefined && Array.isArray(data[named])) return named
  return Object.keys(data).find((key) => Array.isArray(data[key]))
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
  const entries = (Array.isArray(errors) ? errors : [errors]).flatMap((each) => wordsOf(each) ?? [])
  if (entries.length > 0) return entries
  const byField = isRecord(errors) ? Object.values(errors).flat() : []
  const fields = byField.flatMap((each) => wordsOf(each) ?? [])
  return fields.length > 0 ? fields : [textOf(body?.['message'])].flatMap((each) => each ?? [])
}

const wordsOf = (each: unknown): string | null =>
  isRecord(each) ? (textOf(each['msg']) ?? textOf(each['message'])) : textOf(each)

/** The record that an answer to a write holds: `data` itself (`direct`), or what stands in it. */
export function recordIn(answer: Answer): { record: Row; direct: boolean } | null {
  const data = dataOf(answer)
  if (isRecord(data) && idOf(data) !== null) return { record: data, direct: true }
  const inner = isRecord(data) ? Object.values(data).find((each) => idOf(each) !== null) : undefined
  return isRecord(inner) ? { record: inner, direct: false } : null
}
