import { currentTranslator } from '@steward/i18n/reader'
import { timeOf } from '../../api/answers/read.ts'
import { dateFormat, yearOf } from './time-text.ts'

// Times by the clocks of a place, with daylight saving: an hour that is left out, and one that comes twice.
const minute = 60_000
const formats = new Map<string, Intl.DateTimeFormat | null>()

/** The formatter of a time zone; null for an unknown one. */
function clockOf(zone: string): Intl.DateTimeFormat | null {
  const known = formats.get(zone)
  if (known !== undefined) return known
  let made: Intl.DateTimeFormat | null = null
  try {
    made = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    // An unknown zone, which the caller reports.
  }
  formats.set(zone, made)
  return made
}

export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The reader's time zone. */
export const ownZone = (): string => currentTranslator().reader.timeZone ?? browserZone()

/** The local time in a zone as if it were UTC, in epoch ms; null for an unknown zone. */
function wallOf(at: number, zone: string): number | null {
  const clock = clockOf(zone)
  if (clock === null) return null
  const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]))
  const { year, month, day, hour, minute, second, era } = parts
  const wall = new Date(0)
  wall.setUTCFullYear(
    era === 'BC' ? 1 - Number(year) : Number(year),
    Number(month) - 1,
    Number(day),
  )
  return wall.setUTCHours(Number(hour), Number(minute), Number(second), 0)
}

export function offsetAt(at: number, zone: string): number {
  const wall = wallOf(at, zone)
  return wall === null ? 0 : Math.round((wall - Math.floor(at / 1000) * 1000) / minute)
}

/** A time as local time in a zone, such as `2026-12-12T18:00`; empty where it is invalid. */
export function zonedLocal(value: unknown, zone: string): string {
  const at = timeOf(value)
  const wall = at === null ? null : wallOf(at, zone)
  return wall === null ? '' : new Date(wall).toISOString().slice(0, 16)
}

/** The instants of a local time: none if clocks skip it, two, earlier first, if they repeat it. */
export function instantsOf(local: string, zone: string): number[] {
  const wall = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) ? Date.parse(`${local}Z`) : Number.NaN
  if (Number.isNaN(wall)) return []
  // No offset exceeds a day, and no zone changes its offset twice within two days.
  const day = 24 * 60 * minute
  const offsets = new Set([wall - day, wall + day].map((at) => offsetAt(at, zone)))
  return [...offsets]
    .map((offset) => wall - offset * minute)
    .filter((at) => wallOf(at, zone) === wall)
    .sort((one, other) => one - other)
}

/** The instant of a local time, in epoch ms: the earlier of two; for one that clocks skip, as if they hadn't yet. */
export function instantIn(local: string, zone: string): number {
  const [found] = instantsOf(local, zone)
  if (found !== undefined) return found
  const wall = Date.parse(`${local}Z`)
  return wall - offsetAt(wall - 24 * 60 * minute, zone) * minute
}

/** An offset in minutes as `UTC+1`, `UTC−3:30` or `UTC`. */
export function offsetText(minutes: number): string {
  if (minutes === 0) return 'UTC'
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`
}

/** What people call a zone's place: `America/Argentina/Buenos_Aires` → `Buenos Aires`. */
export const cityOf = (zone: string): string =>
  (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

export const timeText = (at: number, timeZone?: string): string =>
  dateFormat({ timeStyle: 'short', ...(timeZone && { timeZone }) }).format(at)

/** A day such as `Sat, 12 Dec`; with the year unless it is the current one. */
export function dayWords(at: number, now: number, timeZone?: string): string {
  return dateFormat({
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(yearOf(at, timeZone) !== yearOf(now, timeZone) && { year: 'numeric' }),
    ...(timeZone && { timeZone }),
  }).format(at)
}
