import { type Said, say } from '@steward/i18n/sentence'
import { DateTime, FixedOffsetZone, IANAZone, type Zone } from 'luxon'
import type { DateEvidence, DateOrder } from './options.ts'
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
  if (!zone.isValid)
    throw new BadValue(
      say('"{timeZone}" is no time zone such as Europe/Berlin', { timeZone: String(timeZone) }),
    )
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
    if (patterns.length > 0) {
      throw notA(text, '"{value}" is not written as {formats}', { formats: formats.join(' or ') })
    }
    throw notA(
      text,
      '"{value}" is no time that reads by itself; say how it is written with {option}',
      { option: '--date-format' },
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
    throw notA(text, '"{value}" is no day and time of the calendar')
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

const numbers = ['M', 'D', 'H', 'h', 'm', 's'].flatMap((name) => [
  [name, `(?<${name}>\\d{1,2})`],
  [name + name, `(?<${name}>\\d{2})`],
])

const tokens: Record<string, string> = {
  ...Object.fromEntries(numbers),
  YYYY: '(?<YYYY>\\d{4})',
  YY: '(?<YY>\\d{2})',
  MMMM: '(?<MMM>\\p{L}+)\\.?',
  MMM: '(?<MMM>\\p{L}{3,})\\.?',
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
  if (!/\(\?<YY/.test(source)) throw new BadValue(say('"{format}" has no year (YYYY)', { format }))
  try {
    return new RegExp(`^${source}$`, 'u')
  } catch {
    throw new BadValue(say('"{format}" names a part of the date twice', { format }))
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

const maxSamples = 3

/** A date such as 03/04/2026, with or without a time, in each possible order; null for other text. */
function numericDate(text: string) {
  const found = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?!\d)/.exec(plainDigits(text).trim())
  if (!found) return null
  const [, one = '', two = '', year] = found
  const orders: DateOrder[] = []
  if (Number(two) <= 12) orders.push('day-first')
  if (Number(one) <= 12) orders.push('month-first')
  const day = (month: string, of: string) =>
    `${year}-${month.padStart(2, '0')}-${of.padStart(2, '0')}`
  return {
    text: text.trim().slice(0, 40),
    orders,
    isSame: Number(one) === Number(two),
    inBoth: () => ({ dayFirst: day(two, one), monthFirst: day(one, two) }),
  }
}

/** Collects what the dates of a file say about their order of day and month. */
export function gatherDates(given?: DateOrder) {
  const evidence: DateEvidence = {
    order: given ?? null,
    undecided: false,
    dayFirst: { dates: 0, example: null },
    monthFirst: { dates: 0, example: null },
    ambiguous: { dates: 0, samples: [] },
  }
  const { ambiguous } = evidence
  return {
    add: (text: string, line: number) => {
      const date = numericDate(text)
      if (!date || date.isSame || date.orders.length === 0) return
      if (date.orders.length === 1) {
        const side = evidence[date.orders[0] === 'day-first' ? 'dayFirst' : 'monthFirst']
        side.dates += 1
        side.example ??= { text: date.text, line }
        return
      }
      ambiguous.dates += 1
      const isKnown = ambiguous.samples.some((sample) => sample.text === date.text)
      if (ambiguous.samples.length >= maxSamples || isKnown) return
      ambiguous.samples.push({ text: date.text, line, ...date.inBoth() })
    },
    end: (): DateEvidence => {
      const [day, month] = [evidence.dayFirst.dates > 0, evidence.monthFirst.dates > 0]
      const order = given ?? (day === month ? null : day ? 'day-first' : 'month-first')
      return { ...evidence, order, undecided: order === null && ambiguous.dates > 0 }
    },
  }
}

/** The date formats for a known order; dates with points always have the day first. */
function formatsOf(order: DateOrder): string[] {
  const times = ['', ' H:mm', ' H:mm:ss', ' h:mm A', ' h:mm:ss A', ', H:mm', ', H:mm:ss']
  const dates = order === 'day-first' ? ['D/M/YYYY', 'D-M-YYYY'] : ['M/D/YYYY', 'M-D-YYYY']
  return dates.flatMap((date) => times.map((time) => date + time))
}

/** The order of day and month, null for other text; throws BadValue if unclear or not `decided`. */
function orderOf(text: string, decided: DateOrder | undefined): DateOrder | null {
  const date = numericDate(text)
  if (!date) return null
  const [one] = date.orders
  if (!one)
    throw new BadValue(say('"{date}" is no day and time of the calendar', { date: date.text }))
  if (date.isSame) return decided ?? one
  if (decided === undefined) {
    if (date.orders.length === 1) return one
    const { dayFirst, monthFirst } = date.inBoth()
    throw new BadValue(
      say('"{date}" could be {dayFirst} or {monthFirst}; say which with {option}', {
        date: date.text,
        dayFirst,
        monthFirst,
        option: '--date-order',
      }),
    )
  }
  if (date.orders.includes(decided)) return decided
  throw new BadValue(
    decided === 'day-first'
      ? say('"{date}" has the month first, and the file’s other dates have the day first', {
          date: date.text,
        })
      : say('"{date}" has the day first, and the file’s other dates have the month first', {
          date: date.text,
        }),
  )
}

export function notesOfDates({ dayFirst, monthFirst }: DateEvidence): Said[] {
  const [day, month] = [dayFirst.example, monthFirst.example]
  if (!day || !month) return []
  return [
    say(
      'The dates of this file contradict each other: {days, plural, one {# date has} other {# dates have}} the day first ({day}, line {dayLine}), {months, plural, one {# date has} other {# dates have}} the month first ({month}, line {monthLine}). Say which is right with {option}; those of the other order are bad rows.',
      {
        days: dayFirst.dates,
        day: day.text,
        dayLine: day.line,
        months: monthFirst.dates,
        month: month.text,
        monthLine: month.line,
        option: '--date-order',
      },
    ),
  ]
}
