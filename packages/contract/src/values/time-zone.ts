import { z } from 'zod'

const words = 'must be a time zone such as Europe/Berlin'

export const timeZone = z.string(words).max(100, words).refine(isTimeZone, words)

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The zone of a name in any case (`europe/lisbon` → `Europe/Lisbon`); null for an offset or an unknown name. */
export function zoneNamed(name: string): string | null {
  if (!/^[a-z]/i.test(name) || name.length > 100) return null
  try {
    // An older name is kept, since it says which place the person means.
    const known = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
    const wanted = name.toLowerCase()
    if (known.toLowerCase() === wanted) return known
    const listed = Intl.supportedValuesOf('timeZone')
    return listed.find((each) => each.toLowerCase() === wanted) ?? known
  } catch {
    return null
  }
}

const namedWords = 'must be a time zone such as Europe/Lisbon'

/** A time zone by the name of a place; an empty text becomes null. */
export const placeTimeZone = z
  .string(namedWords)
  .transform((text, context) => {
    if (text.trim() === '') return null
    const zone = zoneNamed(text.trim())
    if (zone !== null) return zone
    context.addIssue({ code: 'custom', message: namedWords })
    return z.NEVER
  })
  .nullable()
