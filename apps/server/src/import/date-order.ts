import type { DateEvidence, DateOrder } from './options.ts'
import { BadValue, plainDigits } from './values.ts'

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
export function formatsOf(order: DateOrder): string[] {
  const times = ['', ' H:mm', ' H:mm:ss', ' h:mm A', ' h:mm:ss A', ', H:mm', ', H:mm:ss']
  const dates = order === 'day-first' ? ['D/M/YYYY', 'D-M-YYYY'] : ['M/D/YYYY', 'M-D-YYYY']
  return dates.flatMap((date) => times.map((time) => date + time))
}

/** The order of day and month, null for other text; throws BadValue if unclear or not `decided`. */
export function orderOf(text: string, decided: DateOrder | undefined): DateOrder | null {
  const date = numericDate(text)
  if (!date) return null
  const [one] = date.orders
  if (!one) throw new BadValue(`"${date.text}" is no day and time of the calendar`)
  if (date.isSame) return decided ?? one
  if (decided === undefined) {
    if (date.orders.length === 1) return one
    const { dayFirst, monthFirst } = date.inBoth()
    throw new BadValue(
      `"${date.text}" could be ${dayFirst} or ${monthFirst}; say which with --date-order`,
    )
  }
  if (date.orders.includes(decided)) return decided
  const [is, others] = decided === 'day-first' ? ['month', 'day'] : ['day', 'month']
  throw new BadValue(
    `"${date.text}" has the ${is} first, and the file’s other dates have the ${others} first`,
  )
}

export function notesOfDates({ dayFirst, monthFirst }: DateEvidence): string[] {
  const [day, month] = [dayFirst.example, monthFirst.example]
  if (!day || !month) return []
  const dates = (n: number) => `${n.toLocaleString('en')} ${n === 1 ? 'date has' : 'dates have'}`
  return [
    `The dates of this file contradict each other: ${dates(dayFirst.dates)} the day first (${day.text}, line ${day.line}), ${dates(monthFirst.dates)} the month first (${month.text}, line ${month.line}). Say which is right with --date-order; those of the other order are bad rows.`,
  ]
}
