import { timeOf } from '../../api/read.ts'

const two = (value: number) => String(value).padStart(2, '0')

/** A time as a field of date and time shows it, in the reader's zone; empty for none. */
export function localTime(value: unknown): string {
  const at = timeOf(value)
  if (at === null) return ''
  const date = new Date(at)
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** What such a field holds as ISO 8601 in UTC; null for an empty one. */
export function instantOf(local: string): string | null {
  const at = local === '' ? Number.NaN : Date.parse(local)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}
