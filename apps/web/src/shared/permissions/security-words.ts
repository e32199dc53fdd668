import { counted } from '../../ui/format/locale.ts'

export const secondFactorWords = (required: unknown): string =>
  required === true ? 'Required' : 'Optional'

export const sessionsWords = (sessions: unknown): string =>
  typeof sessions === 'number' ? `Up to ${sessions}` : 'Server default'

export const idleWords = (minutes: unknown): string =>
  typeof minutes === 'number'
    ? `After ${counted(minutes, 'minute', 'minutes')} of inactivity`
    : 'Server default'
