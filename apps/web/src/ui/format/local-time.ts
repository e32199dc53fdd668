import { timeOf } from '../../api/read.ts'
import { isDay } from './time-text.ts'

const two = (value: number) => String(value).padStart(2, '0')

export function localTime(value: unknown): string {
  const at = timeOf(value)
  if (at === null) return ''
  const date = new Date(at)
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** The date of a time: midnight in UTC counts as a UTC day, others are local; empty for none. */
export function localDay(value: unknown): string {
  const at = timeOf(value)
  if (at === null) return ''
  return isDay(at) ? new Date(at).toISOString().slice(0, 10) : localTime(at).slice(0, 10)
}

export const midnightOf = (day: string): string | null =>
  day === '' ? null : `${day}T00:00:00.000Z`

export function instantOf(local: string): string | null {
  const at = local === '' ? Number.NaN : Date.parse(local)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}
