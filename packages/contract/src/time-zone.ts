import { z } from 'zod'

const words = 'must be a time zone such as Europe/Berlin'

/** A time zone by its name. */
export const timeZone = z.string(words).max(100, words).refine(isTimeZone, words)

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
