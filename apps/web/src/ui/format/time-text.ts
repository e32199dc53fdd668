import { count, locale, once } from './locale.ts'

const absolute = once(
  () => new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long' }),
)
const short = once(
  () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
)
const dayOnly = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }))
const utcDay = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }))

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const steps: readonly [limit: number, size: number, unit: string][] = [
  [hour, minute, 'minute'],
  [day, hour, 'hour'],
  [30 * day, day, 'day'],
  [365 * day, 30.4375 * day, 'month'],
  [Number.POSITIVE_INFINITY, 365.25 * day, 'year'],
]

/**
 * How far a time is from now, in English, as all of Steward: `now`, `5 minutes ago`, `in 3 days`.
 * @param at epoch milliseconds
 * @param now epoch milliseconds
 */
export function relativeText(at: number, now: number): string {
  const away = at - now
  if (Math.abs(away) < minute) return 'now'
  const [, size, unit] = steps.find(([limit]) => Math.abs(away) < limit) ?? [0, day, 'day']
  // At least one, as a month here may be a little longer than the 30 days before it.
  const units = Math.max(1, Math.trunc(Math.abs(away) / size))
  // Not `yesterday` for 40 hours, nor `last year` for thirteen months.
  const words = `${count(units)} ${unit}${units === 1 ? '' : 's'}`
  return away < 0 ? `${words} ago` : `in ${words}`
}

const isUtc = once(() => /^(Etc\/)?(UTC|UCT|Zulu|GMT)$/.test(absolute().resolvedOptions().timeZone))
const utc = once(
  () =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
)

/**
 * The whole date and time in the reader's zone, which it names, and as it was kept: times come in
 * UTC, whose day may be another one.
 */
export const absoluteText = (at: number): string =>
  isUtc() ? absolute().format(at) : `${absolute().format(at)} – ${utc().format(at)} UTC`
/** Date and time in the reader's zone: `3 Mar 2026, 14:05`. */
export const shortText = (at: number): string => short().format(at)
/** The date in the reader's zone: `3 Mar 2026`. */
export const dayText = (at: number): string => dayOnly().format(at)
/** A day that was counted in UTC, such as `2026-03-03`, as that very day: `3 Mar 2026`. */
export function countedDayText(day: unknown): string {
  const at = typeof day === 'string' ? Date.parse(day.slice(0, 10)) : Number.NaN
  return Number.isNaN(at) ? '—' : utcDay().format(at)
}
