import { currentTranslator, perReader, t } from '@steward/i18n/reader'
import { useSyncExternalStore } from 'react'
import { createStore } from 'zustand/vanilla'

const formats = perReader(() => new Map<string, Intl.DateTimeFormat>())

/**
 * A formatter of times in the reader's locale, and in their time zone unless another is asked for; kept for
 * the next use, as creating one is slow.
 */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const { reader } = currentTranslator()
  const kept = formats()
  const key = JSON.stringify(options)
  const { timeZone = reader.timeZone, ...others } = options
  const format =
    kept.get(key) ??
    new Intl.DateTimeFormat(reader.locale, { ...others, ...(timeZone && { timeZone }) })
  kept.set(key, format)
  return format
}

export type TimeKind = 'past' | 'planned'

export type TimeStyle = 'usual' | 'relative' | 'dates'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const steps: readonly [limit: number, size: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [hour, minute, 'minute'],
  [day, hour, 'hour'],
  [30 * day, day, 'day'],
  [365 * day, 30.4375 * day, 'month'],
  [Number.POSITIVE_INFINITY, 365.25 * day, 'year'],
]

// `numeric`, as it would else say `yesterday` for 40 hours.
const relative = perReader(
  () => new Intl.RelativeTimeFormat(currentTranslator().reader.locale, { numeric: 'always' }),
)

/** A time, epoch ms, relative to `now`: `5 minutes ago`, `in 3 days`. */
export function relativeText(at: number, now: number): string {
  const away = at - now
  if (Math.abs(away) < minute) return t('now')
  const [, size, unit] = steps.find(([limit]) => Math.abs(away) < limit) ?? [0, day, 'day']
  // At least 1, as a month is counted as 30 days and may have 31.
  const units = Math.max(1, Math.trunc(Math.abs(away) / size))
  return relative().format(away < 0 ? -units : units, unit)
}

export interface TimeForm {
  kind?: TimeKind
  style?: TimeStyle
  /** Whether to omit the hour; midnight in UTC then counts as a UTC day, other times are local. */
  day?: boolean
  /** The IANA time zone to show the time in; it is named after the hour. */
  zone?: string | undefined
}

/** How long past times are shown as relative ones, in milliseconds. */
const recent = 7 * day

/** Whether a time is midnight in UTC, which means a day without an hour (docs/importing.md). */
export const isDay = (at: number): boolean => at % day === 0

/** `5 minutes ago` for seven days, then `3 Mar`; planned `Sat 12 Dec, 18:00`; other years named. */
export function timeWords(at: number, now: number, form: TimeForm = {}): string {
  const { kind = 'past', style = 'usual' } = form
  if (form.day) return dateText(at, now, form)
  if (style === 'relative') return relativeText(at, now)
  const isNear = Math.abs(now - at) < recent
  if (style === 'usual' && kind === 'past' && isNear) return relativeText(at, now)
  if (style === 'usual' && kind === 'past' && at < now) return shortDay(at, now)
  return dateText(at, now, form)
}

/** The longest text that a time's cell may show while the page is open; for column widths. */
export function columnTime(at: number | null, form: TimeForm): string {
  if (at === null) return ''
  const now = Date.now()
  const words = timeWords(at, now, { ...form, style: timeStyle() })
  return words === relativeText(at, now) ? longestRelative() : words
}

const longestRelative = perReader(() =>
  (
    [
      [1, 'minute'],
      [59, 'minute'],
      [1, 'hour'],
      [23, 'hour'],
      [1, 'day'],
      [6, 'day'],
    ] as const
  )
    .map(([count, unit]) => relative().format(-count, unit))
    .reduce((one, other) => (other.length > one.length ? other : one)),
)

// i18n-ignore: as Intl writes them in American English
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

function shortDay(at: number, now: number): string {
  const { locale, timeZone } = currentTranslator().reader
  if (timeZone !== undefined || !/^en(-US)?$/.test(locale))
    return yearOf(at) === yearOf(now)
      ? dateFormat({ day: 'numeric', month: 'short' }).format(at)
      : dayText(at)
  // The text that Intl would write, without the tens of milliseconds to create its formatter.
  const date = new Date(at)
  const text = `${months[date.getMonth()]} ${date.getDate()}`
  const isThisYear = date.getFullYear() === new Date(now).getFullYear()
  return isThisYear ? text : `${text}, ${date.getFullYear()}`
}

/** The year of a time in the reader's time zone, or another. */
export const yearOf = (at: number, timeZone?: string) =>
  dateFormat({ year: 'numeric', ...(timeZone && { timeZone }) }).format(at)

/** The locale's digits of hours: `numeric` gives one in many locales that write `00:37`. */
const hourWidth = perReader(() => {
  const parts = dateFormat({ timeStyle: 'short', timeZone: 'UTC' }).formatToParts(hour)
  return parts.find(({ type }) => type === 'hour')?.value.length === 2 ? '2-digit' : 'numeric'
})

/** Whether the reader's clocks show midnight. */
const isLocalMidnight = (at: number): boolean => {
  const { timeZone } = currentTranslator().reader
  if (timeZone === undefined) return new Date(at).getTimezoneOffset() === 0
  const format = dateFormat({ hour: 'numeric', minute: 'numeric', timeZone: 'UTC' })
  return format.format(at) === dateFormat({ hour: 'numeric', minute: 'numeric' }).format(at)
}

/** Weekday, date and hour, if it has one; for a past day only the date. */
export function dateText(
  at: number,
  now: number,
  { kind = 'past', day: isOfDay, zone }: TimeForm = {},
): string {
  const isWhole = isOfDay === true && isDay(at)
  const timeZone = isWhole ? 'UTC' : zone
  // Where UTC is local time, midnight counts as a day without an hour.
  const hasHour = !isOfDay && !(isDay(at) && !zone && isLocalMidnight(at))
  return dateFormat({
    ...(!(isOfDay && kind === 'past') && { weekday: 'short' }),
    day: 'numeric',
    month: 'short',
    ...(yearOf(at, timeZone) !== yearOf(now, timeZone) && { year: 'numeric' }),
    ...(hasHour && hourAndMinute()),
    ...(timeZone && { timeZone }),
    ...(zone && !isOfDay && { timeZoneName: 'short' }),
  }).format(at)
}

const styleKey = 'steward-times'
const styles: readonly TimeStyle[] = ['usual', 'relative', 'dates']

const storedStyle = () => {
  let stored: string | null = null
  try {
    stored = localStorage.getItem(styleKey)
  } catch {
    // Storage is forbidden: the default applies.
  }
  return { style: styles.find((style) => style === stored) ?? 'usual' }
}

/** Without React, which comes after the first rows (app/start/first-rows.tsx). */
const chosen = createStore<{ style: TimeStyle }>()(storedStyle)

const timeStyle = () => chosen.getState().style

export const useTimeStyle = (): TimeStyle => useSyncExternalStore(chosen.subscribe, timeStyle)

export function setTimeStyle(style: TimeStyle): void {
  try {
    localStorage.setItem(styleKey, style)
  } catch {
    // Without storage the choice lasts until the page is left.
  }
  chosen.setState({ style })
}

// The style may be changed in another window.
globalThis.window?.addEventListener('storage', ({ key }) => {
  if (key === styleKey) chosen.setState(storedStyle())
})

const zoneName = (timeZone: string) =>
  timeZone.includes('/') ? ` (${timeZone.replaceAll('_', ' ')})` : ''

/** Date and time in the reader's time zone, and in UTC. */
export const absoluteText = (at: number): string => {
  const format = dateFormat({ dateStyle: 'full', timeStyle: 'long' })
  const { timeZone } = format.resolvedOptions()
  const own = `${format.format(at)}${zoneName(timeZone)}`
  if (/^(Etc\/)?(UTC|UCT|Zulu|GMT)$/.test(timeZone)) return own
  return `${own} · ${dateFormat({ ...wholeDay, ...hourAndMinute(), timeZone: 'UTC' }).format(at)} UTC`
}

/** A date with its month in words: `medium` is numeric in some languages, such as Arabic, beside others in words. */
const wholeDay = { day: 'numeric', month: 'short', year: 'numeric' } as const
const hourAndMinute = () => ({ hour: hourWidth(), minute: '2-digit' }) as const

/** Date and time, such as `3 Mar 2026, 14:05`. */
export const shortText = (at: number): string =>
  dateFormat({ ...wholeDay, ...hourAndMinute() }).format(at)
/** The date of a time, such as `3 Mar 2026`. */
export const dayText = (at: number): string => dateFormat(wholeDay).format(at)
/** A UTC day, `2026-03-03`, as `3 Mar 2026`. */
export function countedDayText(day: unknown): string {
  const at = typeof day === 'string' ? Date.parse(day.slice(0, 10)) : Number.NaN
  if (Number.isNaN(at)) return '—'
  return dateFormat({ ...wholeDay, timeZone: 'UTC' }).format(at)
}
