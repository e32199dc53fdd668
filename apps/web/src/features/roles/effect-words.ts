import type { RoleEffect } from '@steward/contract/roles/roles'
import { msg, t } from '@steward/i18n/reader'
import { andWords, thingsOf } from '../../shared/permissions/condition-words.ts'
import { keyOf, type PermissionNames } from '../../shared/permissions/granted.ts'
import { actionText } from '../../shared/permissions/permission-text.ts'
import { inRow } from '../../ui/format/phrases.ts'

const ofOne: Readonly<Record<string, string>> = {
  // i18n: follows on “3 people will be able to …”, or stands alone in a list
  'Overview list': msg('see the dashboard'),
  'Audit log list': msg('see the audit log'),
  'Audit log undo': msg('undo changes of the audit log'),
  'Shopping feed update': msg('open and close shopping feeds'),
  'Roles preview': msg('view Steward as a role'),
  'Integrations list': msg('see integrations'),
  'Integrations update': msg('set up integrations'),
  'Integrations provision': msg('provision accounts by SCIM'),
  'Integrations propose': msg('propose changes as an agent'),
  'Integrations approve': msg('approve proposals of agents'),
}
const ofAction: Readonly<Record<string, string>> = {
  // i18n: follows on “3 people will be able to …”; {things} is a plural noun such as “bills”
  list: msg('see the list of {things}'),
  view: msg('open {things}'),
  create: msg('create {things}'),
  update: msg('edit {things}'),
  status: msg('change the status of {things}'),
  delete: msg('delete {things}'),
  restore: msg('restore {things}'),
  purge: msg('permanently delete {things}'),
  import: msg('import {things}'),
  comment: msg('comment on {things}'),
  share: msg('share {things}'),
}
/** A permission as one says it: `see the list of bills`, `permanently delete bills`. */
export function phrase({ submodule, action }: PermissionNames): string {
  const whole = ofOne[`${submodule} ${action}`]
  if (whole) return t(whole)
  const things = thingsOf(submodule)
  return t(ofAction[action] ?? msg('{action} {things}'), { action: actionText(action), things })
}

/** Several permissions in a sentence; those beyond `most` are counted. */
export function phrases(permissions: readonly PermissionNames[], most = 3): string {
  const named = permissions.slice(0, most).map(phrase)
  const count = permissions.length - named.length
  // i18n: “delete bills, create bills and 3 more”
  if (count > 0) return t('{some} and {count} more', { some: inRow(named), count })
  return andWords(named)
}

const isOf =
  (permission: PermissionNames) =>
  (other: Moved): boolean =>
    keyOf(other.permission) === keyOf(permission)

type Moved = RoleEffect['gained'][number]

/** Whether a permission is still held, so that only its records or fields change. */
export type IsPartly = (permission: PermissionNames) => boolean

/** What a change does to the people of a role, one sentence each: `3 people will be able to delete bills`. */
export function effectSentences(effect: RoleEffect, isPartly: IsPartly = () => false): string[] {
  const { activeCount, refusedCount } = effect
  const whole = ({ permission }: Moved) => !isPartly(permission)
  const partly = ({ permission }: Moved) => isPartly(permission)
  const [gained, lost] = [effect.gained.filter(whole), effect.lost.filter(whole)]
  const [more, fewer] = [effect.gained.filter(partly), effect.lost.filter(partly)]
  if (activeCount === 0) return [t('Nobody who can sign in has this role.')]
  const saidOf = (moved: readonly Moved[]) => ({
    count: activeCount,
    things: phrases(moved.map(({ permission }) => permission)),
  })
  const sentences = []
  if (gained.length > 0)
    sentences.push(
      t(
        // i18n: {things} is such as “delete bills and create bills”
        '{count, plural, one {# person will be able to {things}} other {# people will be able to {things}}}',
        saidOf(gained),
      ),
    )
  if (lost.length > 0)
    sentences.push(
      t(
        // i18n: {things} is such as “delete bills and create bills”
        '{count, plural, one {# person will no longer be able to {things}} other {# people will no longer be able to {things}}}',
        saidOf(lost),
      ),
    )
  if (more.length > 0)
    sentences.push(
      t(
        // i18n: {things} is such as “delete bills and create bills”
        '{count, plural, one {# person can {things} for other records or fields than before} other {# people can {things} for other records or fields than before}}',
        saidOf(more),
      ),
    )
  // What is lost and gained in part was said already.
  const onlyFewer = fewer.filter(({ permission }) => !more.some(isOf(permission)))
  if (onlyFewer.length > 0)
    sentences.push(
      t(
        // i18n: {things} is such as “delete bills and create bills”
        '{count, plural, one {# person will be able to {things} for fewer records or fields} other {# people will be able to {things} for fewer records or fields}}',
        saidOf(onlyFewer),
      ),
    )
  if (refusedCount > 0)
    sentences.push(
      fewer.length > 0
        ? t(
            '{count, plural, one {up to # request in the last 30 days would have been refused} other {up to # requests in the last 30 days would have been refused}}',
            { count: refusedCount },
          )
        : t(
            '{count, plural, one {# request in the last 30 days would have been refused} other {# requests in the last 30 days would have been refused}}',
            { count: refusedCount },
          ),
    )
  return sentences
}
