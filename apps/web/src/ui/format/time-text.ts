import { count, locale, once } from './locale.ts'

const absolute = once(
  () => new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long' }),
)
const short = once(
  () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
)
const dayOnly = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }))
const utcDay = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }))

/** What a time is to whoever reads it: something that happened, or something that is planned or owed. */
export type TimeKind = 'past' | 'planned'

/** How times are written: as fits their kind, or all of them in one way. */
export type TimeStyle = 'usual' | 'relative' | 'dates'

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

/** How far a time is from now (both epoch milliseconds): `now`, `5 minutes ago`, `in 3 days`. */
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

/** How a time is to be told. */
export interface TimeForm {
  kind?: TimeKind
  style?: TimeStyle
  /** Without an hour: a midnight in UTC is the same day for everybody, any other time the reader's. */
  day?: boolean
  /** An IANA time zone in place of the reader's own; its name stands behind the hour. */
  zone?: string | undefined
}

/** So long, what happened is told by how long ago it was. */
const recent = 7 * day

/** Whether a time is a day that names no hour: a midnight in UTC, as days come in (docs/importing.md). */
export const isDay = (at: number): boolean => at % day === 0

/**
 * A time in a few words. What happened in the last seven days: `5 minutes ago`; before that, its date:
 * `3 Mar`. What is planned or owed: `Sat 12 Dec, 18:00`. The year stands there where it is another one.
 */
export function timeWords(at: number, now: number, form: TimeForm = {}): string {
  const { kind = 'past', style = 'usual' } = form
  if (form.day) return dateText(at, now, form)
  if (style === 'relative') return relativeText(at, now)
  const isNear = Math.abs(now - at) < recent
  if (style === 'usual' && kind === 'past' && isNear) return relativeText(at, now)
  if (style === 'usual' && kind === 'past' && at < now) return shortDay(at, now)
  return dateText(at, now, form)
}

/** The widest that a time in a column can be, where how long ago it was moves on. */
export function columnTime(at: number | null, form: TimeForm): string {
  if (at === null) return ''
  const words = timeWords(at, Date.now(), { ...form, style: timeStyle() })
  return / ago$|^in |^now$/.test(words) ? '59 minutes ago' : words
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const isAmerican = /^en(-US)?$/.test(locale)
const dayOfYear = once(() => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }))

/** A date in the reader's zone, with its year where that is another one. */
function shortDay(at: number, now: number): string {
  const date = new Date(at)
  const isThisYear = date.getFullYear() === new Date(now).getFullYear()
  if (!isAmerican) return (isThisYear ? dayOfYear() : dayOnly()).format(at)
  // As Intl writes it, which takes tens of milliseconds to begin with.
  const text = `${months[date.getMonth()]} ${date.getDate()}`
  return isThisYear ? text : `${text}, ${date.getFullYear()}`
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options)
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(locale, options)
  formats.set(key, made)
  return made
}

/** How many digits an hour below ten has where a time stands alone; `numeric` has one in many that write `00:37`. */
const hourWidth = once(() => {
  const parts = new Intl.DateTimeFormat(locale, {
    timeStyle: 'short',
    timeZone: 'UTC',
  }).formatToParts(hour)
  return parts.find(({ type }) => type === 'hour')?.value.length === 2 ? '2-digit' : 'numeric'
})

/** A day of the week and a date, with the hour where there is one; of a day in the past its date alone. */
export function dateText(
  at: number,
  now: number,
  { kind = 'past', day: isOfDay, zone }: TimeForm = {},
): string {
  const isWhole = isOfDay === true && isDay(at)
  const timeZone = isWhole ? 'UTC' : zone
  // A midnight in UTC that is one here as well is a day that came without an hour.
  const hasHour = !isOfDay && !(isDay(at) && !zone && new Date(at).getTimezoneOffset() === 0)
  const yearOf = (time: number) =>
    formatOf({ year: 'numeric', ...(timeZone && { timeZone }) }).format(time)
  return formatOf({
    ...(!(isOfDay && kind === 'past') && { weekday: 'short' }),
    day: 'numeric',
    month: 'short',
    ...(yearOf(at) !== yearOf(now) && { year: 'numeric' }),
    ...(hasHour && { hour: hourWidth(), minute: '2-digit' }),
    ...(timeZone && { timeZone }),
    ...(zone && !isOfDay && { timeZoneName: 'short' }),
  }).format(at)
}

const styleKey = 'steward-times'
const styles: readonly TimeStyle[] = ['usual', 'relative', 'dates']
let chosen: TimeStyle | undefined
const listeners = new Set<() => void>()

/** How this browser's person wants times to be written. */
export function timeStyle(): TimeStyle {
  if (chosen !== undefined) return chosen
  let stored: string | null = null
  try {
    stored = localStorage.getItem(styleKey)
  } catch {
    // Forbidden: then as fits.
  }
  chosen = styles.find((style) => style === stored) ?? 'usual'
  return chosen
}

/** Changes how times are written, at once and everywhere, and remembers it in this browser. */
export function setTimeStyle(style: TimeStyle): void {
  chosen = style
  try {
    localStorage.setItem(styleKey, style)
  } catch {
    // Full or forbidden: it then holds until the page is left.
  }
  for (const each of listeners) each()
}

/** Hears of a change of {@link timeStyle}, also by another window. */
export function onTimeStyle(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== styleKey) return
    chosen = undefined
    listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

const isUtc = once(() => /^(Etc\/)?(UTC|UCT|Zulu|GMT)$/.test(absolute().resolvedOptions().timeZone))
const utc = once(
  () =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
)

const zoneName = once(() => {
  const { timeZone } = absolute().resolvedOptions()
  return timeZone.includes('/') ? ` (${timeZone.replaceAll('_', ' ')})` : ''
})

/** The whole date and time in the reader's zone, which it names, and in UTC, where the day may be another one. */
export const absoluteText = (at: number): string => {
  const own = `${absolute().format(at)}${zoneName()}`
  return isUtc() ? own : `${own} – ${utc().format(at)} UTC`
}
/** Date and time in the reader's zone: `3 Mar 2026, 14:05`. */
export const shortText = (at: number): string => short().format(at)
/** The date in the reader's zone: `3 Mar 2026`. */
export const dayText = (at: number): string => dayOnly().format(at)
/** A day that was counted in UTC, such as `2026-03-03`, as that very day: `3 Mar 2026`. */
export function countedDayText(day: unknown): string {
  const at = typeof day === 'string' ? Date.parse(day.slice(0, 10)) : Number.NaN
  return Number.isNaN(at) ? '—' : utcDay().format(at)
}
