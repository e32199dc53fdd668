import { type Answer, isRecord, type Row } from './client.ts'

// Reads answers as the web app does (api/listing.ts, api/read.ts, api/failure.ts), as far as screens depend on it.

/** A value as text, also a number; null for a blank text and anything else. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

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

/** Makes an object from values by dot paths. */
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

/** The `data` of an answer, or the whole answer if it has none. */
export const dataOf = ({ body }: Answer): unknown => (body && 'data' in body ? body['data'] : body)

export interface FoundList {
  rows: Row[]
  /** The key of the list in `data`; null if `data` is the list. */
  under: string | null
  /** The number of rows on all pages, if the server says so. */
  total: number | null
  totalPages: number
}

/** Finds the list of an answer: `data` itself, or an array in it, first under the key `named`. */
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

/** The messages of a failure (section 8): the entries of `errors`, else those by field, else `message`, if any. */
export function messagesOf({ body }: Answer): string[] {
  const errors = body?.['errors']
  const wordsOf = (each: unknown) =>
    (isRecord(each) ? (textOf(each['msg']) ?? textOf(each['message'])) : textOf(each)) ?? []
  const entries = [errors].flat().flatMap(wordsOf)
  if (entries.length > 0) return entries
  const byField = isRecord(errors) ? Object.values(errors).flat().flatMap(wordsOf) : []
  return byField.length > 0 ? byField : [textOf(body?.['message']) ?? []].flat()
}

/** The record of an answer: `data` itself (`direct`), or a value in it. */
export function recordIn(answer: Answer): { record: Row; direct: boolean } | null {
  const data = dataOf(answer)
  if (!isRecord(data)) return null
  if (idOf(data) !== null) return { record: data, direct: true }
  const inner = Object.values(data).find((each) => idOf(each) !== null)
  return isRecord(inner) ? { record: inner, direct: false } : null
}
