import { BadValue, notA, plainDigits } from './values.ts'

/** Reads a time as text and gives it as ISO 8601 in UTC. */
export type TimeReader = (text: string) => string

/** How times are written where they aren't ISO 8601 or seconds since 1970. */
export interface TimeOptions {
  /** Tried in order; with none, ISO 8601 and epoch seconds or milliseconds. */
  formats?: readonly string[]
  /** An IANA zone for times that name none; UTC unless given. */
  timeZone?: string | undefined
  /** Decides the century of two-digit years; now unless given. */
  now?: Date
}

interface Parts {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  millisecond: number
  /** Minutes east of UTC. */
  offset?: number
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const iso =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|[+-]\d{2}(?::?\d{2})?)?$/i

/**
 * Makes a reader of times.
 * @throws {BadValue} where a format or the zone is none
 */
export function timeReader({ formats = [], timeZone, now = new Date() }: TimeOptions): TimeReader {
  const offsetAt = timeZone ? zoneOffset(timeZone) : undefined
  const readers = formats.map((format) => compile(format, now.getUTCFullYear()))
  return (text) => {
    const plain = plainDigits(text).trim()
    if (readers.length === 0) return readPlain(plain, text, offsetAt)
    for (const read of readers) {
      const parts = read(plain)
      if (parts) return toIso(parts, text, offsetAt)
    }
    throw notA(text, `is not written as ${formats.join(' or ')}`)
  }
}

function readPlain(plain: string, text: string, offsetAt: OffsetAt | undefined): string {
  const match = iso.exec(plain)
  if (match) {
    const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone] = match
    return toIso(
      {
        year: Number(year),
        month: Number(month),
        day: Number(day),
        hour: Number(hour),
        minute: Number(minute),
        second: Number(second),
        millisecond: Number(fraction.slice(0, 3).padEnd(3, '0')),
        ...(zone ? { offset: readOffset(zone) } : {}),
      },
      text,
      offsetAt,
    )
  }
  if (/^\d{9,11}(\.\d+)?$/.test(plain))
    return new Date(Math.round(Number(plain) * 1000)).toISOString()
  if (/^\d{12,14}$/.test(plain)) return new Date(Number(plain)).toISOString()
  throw notA(text, 'is no time that reads by itself; say how it is written with --date-format')
}

function readOffset(zone: string): number {
  if (/^(Z|UTC)$/i.test(zone)) return 0
  const sign = zone.startsWith('-') ? -1 : 1
  const digits = zone.slice(1).replace(':', '')
  return sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2) || 0))
}

function toIso(parts: Parts, text: string, offsetAt: OffsetAt | undefined): string {
  const { year, month, day, hour, minute, second, millisecond } = parts
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute, second, millisecond)
  const exists =
    year >= 1 &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    hour <= 23 &&
    minute <= 59 &&
    second <= 59
  if (!exists) throw notA(text, 'is no day and time of the calendar')
  const wall = date.getTime()
  const at =
    parts.offset !== undefined
      ? wall - parts.offset * 60_000
      : offsetAt
        ? wall - offsetAt(wall)
        : wall
  return new Date(at).toISOString()
}

type OffsetAt = (wall: number) => number

/** By how many milliseconds a zone's clocks are ahead of UTC at a time on these clocks. */
function zoneOffset(timeZone: string): OffsetAt {
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  } catch {
    throw new BadValue(`"${timeZone}" is no time zone such as Europe/Berlin`)
  }
  const at = (time: number) => {
    const name = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const match = /GMT([+-])(\d{2}):(\d{2})(?::(\d{2}))?/.exec(name)
    if (!match) return 0
    const seconds = Number(match[2]) * 3600 + Number(match[3]) * 60 + Number(match[4] ?? 0)
    return (match[1] === '-' ? -1000 : 1000) * seconds
  }
  // Twice, since the offset is asked for at a time in UTC that it takes the offset to know.
  return (wall) => at(wall - at(wall))
}

const tokens: Record<string, string> = {
  YYYY: '(?<YYYY>\\d{4})',
  YY: '(?<YY>\\d{2})',
  MMMM: '(?<MMM>\\p{L}+)\\.?',
  MMM: '(?<MMM>\\p{L}{3,})\\.?',
  MM: '(?<M>\\d{2})',
  M: '(?<M>\\d{1,2})',
  DD: '(?<D>\\d{2})',
  D: '(?<D>\\d{1,2})',
  HH: '(?<H>\\d{2})',
  H: '(?<H>\\d{1,2})',
  hh: '(?<h>\\d{2})',
  h: '(?<h>\\d{1,2})',
  mm: '(?<m>\\d{2})',
  m: '(?<m>\\d{1,2})',
  ss: '(?<s>\\d{2})',
  s: '(?<s>\\d{1,2})',
  SSS: '(?<S>\\d{1,3})\\d*',
  A: '(?<A>[AaPp])\\.?[Mm]\\.?',
  a: '(?<A>[AaPp])\\.?[Mm]\\.?',
  Z: '(?<Z>Z|UTC|[+-]\\d{2}:?(?:\\d{2})?)',
}

const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

function compile(format: string, thisYear: number): (text: string) => Parts | null {
  const source = format.replace(
    /\[([^\]]*)\]|YYYY|YY|MMMM|MMM|MM|M|DD|D|HH|H|hh|h|mm|m|SSS|ss|s|A|a|Z|\s+|./gsu,
    (token, literal?: string) =>
      literal !== undefined
        ? literally(literal)
        : /^\s+$/.test(token)
          ? '\\s+'
          : (tokens[token] ?? literally(token)),
  )
  let pattern: RegExp
  try {
    pattern = new RegExp(`^${source}$`, 'u')
  } catch {
    throw new BadValue(`"${format}" names a part of the date twice`)
  }
  if (!/\(\?<YY/.test(source)) throw new BadValue(`"${format}" has no year (YYYY)`)
  return (text) => {
    const groups = pattern.exec(text)?.groups
    if (!groups) return null
    const month = groups.MMM
      ? months.indexOf(groups.MMM.slice(0, 3).toLowerCase()) + 1
      : Number(groups.M ?? 1)
    return {
      year: groups.YYYY ? Number(groups.YYYY) : fullYear(Number(groups.YY), thisYear),
      month,
      day: Number(groups.D ?? 1),
      hour: hourOf(groups),
      minute: Number(groups.m ?? 0),
      second: Number(groups.s ?? 0),
      millisecond: Number((groups.S ?? '').padEnd(3, '0')),
      ...(groups.Z ? { offset: readOffset(groups.Z) } : {}),
    }
  }
}

/** Two digits as a year from 80 before to 19 after this one. */
const fullYear = (short: number, thisYear: number) => {
  const first = thisYear - 80
  return first + ((((short - first) % 100) + 100) % 100)
}

function hourOf(groups: Record<string, string | undefined>): number {
  if (groups.h === undefined) return Number(groups.H ?? 0)
  const hour = Number(groups.h)
  if (hour < 1 || hour > 12) return 99
  return (hour % 12) + (groups.A?.toLowerCase() === 'p' ? 12 : 0)
}
