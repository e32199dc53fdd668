import { DateTime, FixedOffsetZone, IANAZone, type Zone } from 'luxon'
import { formatsOf, orderOf } from './date-order.ts'
import type { DateOrder } from './options.ts'
import { BadValue, notA, plainDigits } from './values.ts'

export type TimeReader = (text: string) => string

export interface TimeOptions {
  /** Formats tried in order; unless given, ISO 8601, dates with the year last, and epochs. */
  formats?: readonly string[]
  /** The order in dates such as 03/04/2026; unless given, ambiguous dates are refused. */
  order?: DateOrder | undefined
  /** The IANA zone of times that name no zone; UTC unless given. */
  timeZone?: string | undefined
  /** The time that decides the century of two-digit years; now unless given. */
  now?: Date
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const iso =
  /^(?<YYYY>\d{4})-(?<M>\d{2})-(?<D>\d{2})(?:[T ](?<H>\d{2}):(?<m>\d{2})(?::(?<s>\d{2})(?:[.,](?<S>\d{1,3})\d{0,6})?)?)?\s*(?<Z>Z|UTC|[+-]\d{2}(?::?\d{2})?)?$/i

/** Makes a reader of times; throws a BadValue where a format or the zone is invalid. */
export function timeReader({
  formats = [],
  order,
  timeZone,
  now = new Date(),
}: TimeOptions): TimeReader {
  const zone = timeZone ? IANAZone.create(timeZone) : FixedOffsetZone.utcInstance
  if (!zone.isValid) throw new BadValue(`"${timeZone}" is no time zone such as Europe/Berlin`)
  const patterns = formats.map(compile)
  return (text) => {
    const plain = plainDigits(text).trim()
    const read = (tried: readonly RegExp[]) => {
      for (const pattern of tried) {
        const groups = pattern.exec(plain)?.groups
        if (groups) return momentOf(groups, text, zone, now)
      }
      return undefined
    }
    const readNumeric = () => {
      const found = orderOf(text, order)
      return found ? read(numericPatterns[found]) : undefined
    }
    const at =
      patterns.length > 0 ? read(patterns) : (read([iso]) ?? readNumeric() ?? epochOf(plain))
    if (at !== undefined) return new Date(at).toISOString()
    throw notA(
      text,
      patterns.length > 0
        ? `is not written as ${formats.join(' or ')}`
        : 'is no time that reads by itself; say how it is written with --date-format',
    )
  }
}

function epochOf(text: string): number | undefined {
  if (/^\d{9,11}(\.\d+)?$/.test(text)) return Math.round(Number(text) * 1000)
  return /^\d{12,14}$/.test(text) ? Number(text) : undefined
}

type Groups = Record<string, string | undefined>

/** The time in milliseconds since 1970; `zone` is that of times that name none. */
function momentOf(groups: Groups, text: string, zone: Zone, now: Date): number {
  const wall = DateTime.utc(
    groups['YYYY'] ? Number(groups['YYYY']) : fullYear(Number(groups['YY']), now.getUTCFullYear()),
    groups['MMM']
      ? months.indexOf(groups['MMM'].slice(0, 3).toLowerCase()) + 1
      : Number(groups['M'] ?? 1),
    Number(groups['D'] ?? 1),
    hourOf(groups),
    Number(groups['m'] ?? 0),
    Number(groups['s'] ?? 0),
    Number((groups['S'] ?? '').padEnd(3, '0')),
  )
  if (!wall.isValid || wall.year < 1 || hourOf(groups) > 23) {
    throw notA(text, 'is no day and time of the calendar')
  }
  const at = wall.toMillis()
  if (groups['Z']) return at - minutesOf(groups['Z']) * 60_000
  // The offset depends on the UTC time sought, hence twice; Luxon's own way uses today's offset.
  return at - zone.offset(at - zone.offset(at) * 60_000) * 60_000
}

/** The minutes east of UTC of an offset such as `+02:00`. */
function minutesOf(offset: string): number {
  if (/^(Z|UTC)$/i.test(offset)) return 0
  const digits = offset.slice(1).replace(':', '')
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))
  return offset.startsWith('-') ? -minutes : minutes
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

/** Compiles a format to a pattern with a group for each token; throws a BadValue where invalid. */
function compile(format: string): RegExp {
  const source = format.replace(
    /\[([^\]]*)\]|YYYY|YY|MMMM|MMM|MM|M|DD|D|HH|H|hh|h|mm|m|SSS|ss|s|A|a|Z|\s+|./gsu,
    (token, literal?: string) =>
      literal !== undefined
        ? literally(literal)
        : /^\s+$/.test(token)
          ? '\\s+'
          : (tokens[token] ?? literally(token)),
  )
  if (!/\(\?<YY/.test(source)) throw new BadValue(`"${format}" has no year (YYYY)`)
  try {
    return new RegExp(`^${source}$`, 'u')
  } catch {
    throw new BadValue(`"${format}" names a part of the date twice`)
  }
}

const fullYear = (short: number, thisYear: number) => {
  const first = thisYear - 80
  return first + ((short + 100_000 - first) % 100)
}

function hourOf(groups: Groups): number {
  if (groups['h'] === undefined) return Number(groups['H'] ?? 0)
  const hour = Number(groups['h'])
  if (hour < 1 || hour > 12) return 99
  return (hour % 12) + (groups['A']?.toLowerCase() === 'p' ? 12 : 0)
}

const numericPatterns: Record<DateOrder, readonly RegExp[]> = {
  'day-first': formatsOf('day-first').map(compile),
  'month-first': formatsOf('month-first').map(compile),
}
