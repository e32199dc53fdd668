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

/** Whether a value is a JSON object. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a value is a list of records: empty, or with at least one object in it. */
export const isListOfObjects = (value: unknown): value is readonly object[] =>
  Array.isArray(value) && (value.length === 0 || value.some(isObject))

/** The objects of a list; none where it is no list. */
export const objectsIn = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isObject) : []

/**
 * Reads a time.
 * @param value ISO 8601 text, or epoch milliseconds as a number or as digits
 * @returns epoch milliseconds, or null for anything that is no time
 */
export function timeOf(value: unknown): number | null {
  if (typeof value === 'string' && value.trim() !== '') {
    const parsed = /^-?\d{9,}$/.test(value.trim()) ? Number(value) : Date.parse(value)
    return timeOf(parsed)
  }
  const inRange = typeof value === 'number' && Math.abs(value) <= 8.64e15
  return inRange && Number.isFinite(value) ? value : null
}

/** Whether a record is deleted: it says when (specification section 3), or that this is its state. */
export const isDeleted = (record: unknown): boolean =>
  isObject(record) && (Boolean(record['deletedAt']) || record['status'] === 'deleted')

/** What is stored as JSON under a key; null where there is none, or none that can be read. */
export function readStored(where: 'localStorage' | 'sessionStorage', key: string): unknown {
  try {
    return JSON.parse(globalThis[where].getItem(key) ?? 'null')
  } catch {
    return null
  }
}
