import { numberOf } from '../../api/read.ts'
import { counted } from '../../ui/format/locale.ts'

/** Whether a role asks for a second factor, as people read it. */
export const secondFactorWords = (required: unknown): string =>
  required === true ? 'Required' : 'Optional'

/** How many sessions the people of a role may have at once, as people read it. */
export function sessionsWords(value: unknown): string {
  const sessions = numberOf(value)
  return sessions === null ? 'Server default' : `Up to ${sessions}`
}

/** When the people of a role are signed out, as people read it. */
export function idleWords(value: unknown): string {
  const minutes = numberOf(value)
  return minutes === null
    ? 'Server default'
    : `After ${counted(minutes, 'minute', 'minutes')} of inactivity`
}
