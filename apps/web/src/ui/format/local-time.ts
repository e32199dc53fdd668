import { timeOf } from '../../api/answers/read.ts'
import { isDay } from './time-text.ts'
import { instantIn, ownZone, zonedLocal } from './zoned-time.ts'

export const localTime = (value: unknown): string => zonedLocal(value, ownZone())

/** The date of a time: midnight in UTC counts as a UTC day, others are local; empty for none. */
export function localDay(value: unknown): string {
  const at = timeOf(value)
  if (at === null) return ''
  return isDay(at) ? new Date(at).toISOString().slice(0, 10) : localTime(at).slice(0, 10)
}

export const midnightOf = (day: string): string | null =>
  day === '' ? null : `${day}T00:00:00.000Z`

/** The instant of a local time in the reader's time zone, as ISO text; null where it is none. */
export function instantOf(local: string): string | null {
  const at = /^\d/.test(local) ? instantIn(local.slice(0, 16), ownZone()) : Number.NaN
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}
