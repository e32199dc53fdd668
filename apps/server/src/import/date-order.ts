import { BadValue, plainDigits } from './values.ts'

/** The date order of a file: which of two numbers before the year is the day. */
export type DateOrder = 'day-first' | 'month-first'

/** A date of two numbers and a year, such as 03/04/2026, perhaps with a time behind it. */
const numeric = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?!\d)/

/** A date that can be read in both orders, in each of them. */
export interface AmbiguousDate {
  text: string
  line: number
  /** As days, `2026-04-03`. */
  dayFirst: string
  monthFirst: string
}

/** What the dates of a file say of their order. */
export interface DateEvidence {
  /** Given, or what every date that can be read in one way alone says; null where nothing or both is said. */
  order: DateOrder | null
  /** Whether dates are ambiguous that nothing decides. */
  undecided: boolean
  /** Dates that can be read in one way alone, by that way, with the first of each. */
  dayFirst: { dates: number; example: { text: string; line: number } | null }
  monthFirst: { dates: number; example: { text: string; line: number } | null }
  ambiguous: { dates: number; samples: AmbiguousDate[] }
}

/** Dates that are shown in both readings. */
const maxSamples = 3

/** Which orders a text can be read in; null where it is no date of this kind. */
export function ordersOf(text: string): DateOrder[] | null {
  const [, one, two] = numeric.exec(plainDigits(text).trim()) ?? []
  if (one === undefined || two === undefined) return null
  const orders: DateOrder[] = []
  if (Number(two) <= 12) orders.push('day-first')
  if (Number(one) <= 12) orders.push('month-first')
  // The third of March is the third of March.
  return orders.length === 2 && Number(one) === Number(two) ? ['day-first'] : orders
}

/** Gathers what the dates of a file say of their order. @param given by whoever imports */
export function gatherDates(given: DateOrder | undefined) {
  const found: DateEvidence = {
    order: given ?? null,
    undecided: false,
    dayFirst: { dates: 0, example: null },
    monthFirst: { dates: 0, example: null },
    ambiguous: { dates: 0, samples: [] },
  }
  return {
    add: (text: string, line: number) => {
      const orders = ordersOf(text)
      const [order] = orders ?? []
      if (order === undefined || sameEitherWay(text)) return
      if (orders?.length === 1) {
        const side = found[order === 'day-first' ? 'dayFirst' : 'monthFirst']
        side.dates += 1
        side.example ??= { text: text.trim().slice(0, 40), line }
        return
      }
      const { ambiguous } = found
      ambiguous.dates += 1
      const known = ambiguous.samples.some((sample) => sample.text === text.trim())
      if (ambiguous.samples.length < maxSamples && !known)
        ambiguous.samples.push(sampleOf(text, line))
    },
    end: (): DateEvidence => {
      const [day, month] = [found.dayFirst.dates > 0, found.monthFirst.dates > 0]
      const said = day === month ? null : day ? 'day-first' : 'month-first'
      const order = given ?? said
      return { ...found, order, undecided: order === null && found.ambiguous.dates > 0 }
    },
  }
}

const sameEitherWay = (text: string): boolean => {
  const [, one, two] = numeric.exec(plainDigits(text).trim()) ?? []
  return Number(one) === Number(two)
}

function sampleOf(text: string, line: number): AmbiguousDate {
  const [, one = '', two = '', year = ''] = numeric.exec(plainDigits(text).trim()) ?? []
  const day = (month: string, of: string) =>
    `${year}-${month.padStart(2, '0')}-${of.padStart(2, '0')}`
  return {
    text: text.trim().slice(0, 40),
    line,
    dayFirst: day(two, one),
    monthFirst: day(one, two),
  }
}

/** The formats of dates whose order is known; those with points have the day first everywhere. */
export function formatsOf(order: DateOrder): string[] {
  const times = ['', ' H:mm', ' H:mm:ss', ' h:mm A', ' h:mm:ss A', ', H:mm', ', H:mm:ss']
  const dates = order === 'day-first' ? ['D/M/YYYY', 'D-M-YYYY'] : ['M/D/YYYY', 'M-D-YYYY']
  return dates.flatMap((date) => times.map((time) => `${date}${time}`))
}

/**
 * The order in which a date of two numbers and a year is read.
 * @param decided by the file's other dates, or by whoever imports
 * @throws {BadValue} where it can be read otherwise, or in two ways
 */
export function orderOf(text: string, decided: DateOrder | undefined): DateOrder {
  const [one, two] = ordersOf(text) ?? []
  if (one === undefined)
    throw new BadValue(`"${text.trim().slice(0, 40)}" is no day and time of the calendar`)
  if (decided === undefined && two === undefined) return one
  if (decided === undefined) {
    const { dayFirst, monthFirst } = sampleOf(text, 0)
    throw new BadValue(
      `"${text.trim().slice(0, 40)}" could be ${dayFirst} or ${monthFirst}; say which with --date-order`,
    )
  }
  if (one === decided || two === decided || sameEitherWay(text)) return decided
  const [is, others] = decided === 'day-first' ? ['month', 'day'] : ['day', 'month']
  throw new BadValue(
    `"${text.trim().slice(0, 40)}" has the ${is} first, and the file’s other dates have the ${others} first`,
  )
}
