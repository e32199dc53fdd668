/**
 * A record as it may come from any server (contract, reading 1): every field may be missing or null.
 * Times are ISO text or epoch milliseconds, whatever the type says; `When` takes both.
 */
export type DeepPartial<T> = T extends readonly (infer E)[]
  ? DeepPartial<E>[]
  : T extends object
    ? { [K in keyof T]?: DeepPartial<T[K]> | null }
    : T

/** Reads text: numbers become text, blank text and anything else becomes null. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return null
}

/** Reads a finite number; numeric text counts, anything else becomes null. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || value.trim() === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** Whether an answer is a list of records: empty, or with at least one object in it. */
export const isListOfObjects = (value: unknown): value is readonly object[] =>
  Array.isArray(value) &&
  (value.length === 0 || value.some((each) => typeof each === 'object' && each !== null))

/** Reads a list: anything that is none becomes an empty one, missing members are left out. */
export function listOf<T>(value: readonly (T | null | undefined)[] | null | undefined): T[] {
  if (!Array.isArray(value)) return []
  return value.filter((member): member is T => member !== null && member !== undefined)
}

/**
 * Reads a time.
 * @param value ISO 8601 text, or epoch milliseconds as a number or as digits
 * @returns epoch milliseconds, or null for anything that is no time
 */
export function timeOf(value: unknown): number | null {
  if (value instanceof Date) return timeOf(value.getTime())
  if (typeof value === 'string' && value.trim() !== '') {
    const parsed = /^-?\d{9,}$/.test(value.trim()) ? Number(value) : Date.parse(value)
    return timeOf(parsed)
  }
  const inRange = typeof value === 'number' && Math.abs(value) <= 8.64e15
  return inRange && Number.isFinite(value) ? value : null
}

/** Whether a record is deleted: it says when (specification section 3), or that this is its state. */
export const isDeleted = (record: unknown): boolean => {
  if (typeof record !== 'object' || record === null) return false
  const { deletedAt, status } = record as { deletedAt?: unknown; status?: unknown }
  return (deletedAt ?? null) !== null || status === 'deleted'
}

/** Somebody or something that another record names. */
export interface Reference {
  id: string | null
  name: string | null
  image: string | null
}

/**
 * Reads a reference: `{ _id | id, name, image }`, or plain text, which is taken for a name.
 * @returns null if it names nothing at all
 */
export function referenceOf(value: unknown): Reference | null {
  if (typeof value === 'string') {
    const name = textOf(value)
    return name === null ? null : { id: null, name, image: null }
  }
  if (typeof value !== 'object' || value === null) return null
  const it = value as Record<string, unknown>
  const named = {
    id: textOf(it['_id']) ?? textOf(it['id']),
    name: textOf(it['name']),
    image: textOf(it['image']),
  }
  return named.id === null && named.name === null ? null : named
}
