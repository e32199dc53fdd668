/** A month as a calendar shows it, in the reader's zone, with weeks that begin on Monday. */
export interface Month {
  /** The name of the month, such as `2026-11`. */
  name: string
  /** Six weeks or fewer of seven days, each at its first moment. */
  weeks: Date[][]
  previous: string
  next: string
}

const two = (value: number) => String(value).padStart(2, '0')
const nameOf = (date: Date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}`

/** A day as `2026-11-20`, in the reader's zone. */
export const dayName = (date: Date): string => `${nameOf(date)}-${two(date.getDate())}`

/** The month of a name such as `2026-11`; that of `now` for anything that is none. */
export function monthOf(name: unknown, now: number): Month {
  const found = /^([12]\d{3})-(0[1-9]|1[0-2])$/.exec(typeof name === 'string' ? name : '')
  const today = new Date(now)
  const year = found ? Number(found[1]) : today.getFullYear()
  const index = found ? Number(found[2]) - 1 : today.getMonth()
  const first = new Date(year, index, 1)
  const lead = (first.getDay() + 6) % 7
  const days = new Date(year, index + 1, 0).getDate()
  const weeks = Array.from({ length: Math.ceil((lead + days) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_each, day) => new Date(year, index, 1 - lead + week * 7 + day)),
  )
  return {
    name: nameOf(first),
    weeks,
    previous: nameOf(new Date(year, index - 1, 1)),
    next: nameOf(new Date(year, index + 1, 1)),
  }
}
