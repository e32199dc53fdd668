import { areas } from '@steward/contract/areas/areas'
import type { Loan } from '@steward/contract/loans/loans'
import type { Permission } from '@steward/contract/permissions/permissions'
import { msg, t } from '@steward/i18n/reader'
import { permissionText } from '../permissions/permission-text.ts'

/** What can be asked for: an action in words, and the permission that it needs. */
export interface Askable {
  label: string
  permission: Permission
}

/** How long can be asked for, in minutes, shortest first. */
export const spans = [15, 60, 240, 1_440] as const

/** A span of time in words: `15 minutes`, `4 hours`. */
export const spanText = (minutes: number): string =>
  minutes % 60 === 0
    ? t('{count, plural, one {# hour} other {# hours}}', { count: minutes / 60 })
    : t('{count, plural, one {# minute} other {# minutes}}', { count: minutes })

/** What is asked for: `Operations · Bills · delete, 2 bills`. */
export function loanTitle({
  permission,
  records,
  area,
}: Pick<Loan, 'permission' | 'records' | 'area'>): string {
  const what = permissionText(permission as Parameters<typeof permissionText>[0])
  if (!records) return what
  // i18n: a permission, and how many records it is about
  return t('{permission}, {records}', {
    permission: what,
    records: t(areas[area].count, { count: records.length }),
  })
}

/** How a loan ended. */
export const endWords: Readonly<Record<NonNullable<Loan['endedHow']>, string>> = {
  time: msg('Its time was over'),
  use: msg('It was used'),
  hand: msg('It was ended by hand'),
  granter: msg('Who granted it lost the permission'),
}
