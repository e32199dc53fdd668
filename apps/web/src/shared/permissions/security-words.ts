import { counted } from '../../ui/format/locale.ts'

/** Whether a role asks for a second factor, as people read it. */
export const secondFactorWords = (required: unknown): string =>
  required === true ? 'Required' : 'Optional'

/** How many sessions the people of a role may have at once, as people read it. */
export const sessionsWords = (sessions: unknown): string =>
  typeof sessions === 'number' ? `Up to ${sessions}` : 'Server default'

/** When the people of a role are signed out, as people read it. */
export const idleWords = (minutes: unknown): string =>
  typeof minutes === 'number'
    ? `After ${counted(minutes, 'minute', 'minutes')} of inactivity`
    : 'Server default'
