import { z } from 'zod'
import { expecting } from './text.ts'

const day = /^\d{4}-\d{2}-\d{2}$/
const moment = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

/** The bounds of a moment: the years 1 to 9999. */
const first = Date.parse('0001-01-01T00:00:00.000Z')
const last = Date.parse('9999-12-31T23:59:59.999Z')

/** The moment of a text, in UTC; undefined if the calendar has no such day or time. */
function instantOf(text: string, endOfDay = false): string | undefined {
  const whole = day.test(text)
  const date = whole ? text : moment.exec(text)?.[1]
  // Without this check, 31 June would count as 1 July.
  if (!date || new Date(`${date}T00:00:00Z`).toJSON()?.slice(0, 10) !== date) return undefined
  const at = Date.parse(text) + (whole && endOfDay ? 86_399_999 : 0)
  return at >= first && at <= last ? new Date(at).toISOString() : undefined
}

/** A day (UTC) or an ISO 8601 instant; with `endOfDay` a day means its last moment, else its first. */
export const instant = (endOfDay = false) =>
  z.string(expecting('must be a day or a time')).transform((text, context) => {
    const at = instantOf(text, endOfDay)
    if (at) return at
    context.addIssue({
      code: 'custom',
      message: 'must be a day (2026-01-31) or an ISO 8601 time',
      input: text,
    })
    return z.NEVER
  })
