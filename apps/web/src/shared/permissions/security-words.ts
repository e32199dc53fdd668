import { t } from '@steward/i18n/reader'

export const secondFactorWords = (required: unknown): string =>
  required === true ? t('Required', {}, 'a second factor') : t('Optional', {}, 'a second factor')

export const sessionsWords = (sessions: unknown): string =>
  typeof sessions === 'number'
    ? t('Up to {count}', { count: sessions }, 'sessions')
    : t('Server default')

export const idleWords = (minutes: unknown): string =>
  typeof minutes === 'number'
    ? t('After {count, plural, one {# minute} other {# minutes}} of inactivity', { count: minutes })
    : t('Server default')
