import { currentTranslator } from '@steward/i18n/reader'
import { localTime } from '../../ui/format/local-time.ts'

/** A month as a calendar shows it, in the reader's zone. */
export interface Month {
  /** The name of the month, such as `2026-11`. */
  name: string
  /** Six weeks or fewer of seven days, each by its name, such as `2026-11-20`. */
  weeks: string[][]
  previous: string
  next: string
}

const dayMs = 86_400_000

/** The midnight in UTC of a day, in epoch ms, to write the day in UTC. */
export const utcOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

const nameOf = (utc: number) => new Date(utc).toISOString().slice(0, 10)

/** The day that follows another one. */
export const dayAfter = (day: string): string => nameOf(utcOf(day) + dayMs)

/** The day of a time in the reader's zone, such as `2026-11-20`. */
export const dayOf = (at: number): string => localTime(at).slice(0, 10)

/** The first day of the reader's weeks, from 1 for Monday: as they chose, else as their region has it. */
function firstDay(): number {
  const { firstDay: chosen, locale } = currentTranslator().reader
  if (chosen !== undefined) return chosen
  const of = new Intl.Locale(locale) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number }
  }
  // Without a region a language says nothing of weeks.
  return of.region || of.language !== 'en' ? (of.getWeekInfo?.().firstDay ?? 1) : 1
}

/** The month of a name such as `2026-11`; that of `now` for anything that is none. */
export function monthOf(name: unknown, now: number): Month {
  const isName = typeof name === 'string' && /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(name)
  const month = isName ? name : dayOf(now).slice(0, 7)
  const first = utcOf(`${month}-01`)
  const [year, index] = [new Date(first).getUTCFullYear(), new Date(first).getUTCMonth()]
  const lead = (new Date(first).getUTCDay() - (firstDay() % 7) + 7) % 7
  const days = new Date(Date.UTC(year, index + 1, 0)).getUTCDate()
  const weeks = Array.from({ length: Math.ceil((lead + days) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_each, day) => nameOf(first + (week * 7 + day - lead) * dayMs)),
  )
  const monthName = (away: number) => nameOf(Date.UTC(year, index + away, 1)).slice(0, 7)
  return { name: month, weeks, previous: monthName(-1), next: monthName(1) }
}
