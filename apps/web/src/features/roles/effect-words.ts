import { actionWords } from '@steward/contract/permissions/permission-words'
import type { RoleEffect } from '@steward/contract/roles/roles'
import type { PermissionNames } from '../../shared/permissions/granted.ts'
import { counted } from '../../ui/format/locale.ts'

const ofOne: Readonly<Record<string, string>> = {
  'Overview list': 'see the dashboard',
  'Audit log list': 'see the audit log',
  'Audit log undo': 'undo changes of the audit log',
  'Shopping feed update': 'open and close shopping feeds',
  'Roles preview': 'view Steward as a role',
}
const before: Readonly<Record<string, string>> = {
  list: 'see the list of',
  status: 'change the status of',
  purge: 'permanently delete',
  comment: 'comment on',
}

/** A permission as one says it: `see the list of bills`, `permanently delete bills`. */
export const phrase = ({ submodule, action }: PermissionNames): string =>
  ofOne[`${submodule} ${action}`] ??
  `${before[action] ?? actionWords(action)} ${submodule.toLocaleLowerCase()}`

/** Several permissions in a sentence; those beyond `most` are counted. */
export function phrases(permissions: readonly PermissionNames[], most = 3): string {
  const named = permissions.slice(0, most).map(phrase)
  const others = permissions.length - named.length
  if (others > 0) return `${named.join(', ')} and ${others} more`
  const last = named.pop() ?? ''
  return named.length > 0 ? `${named.join(', ')} and ${last}` : last
}

const people = (count: number) => counted(count, 'person', 'people')

/** What a change does to the people of a role, one sentence each: `3 people will be able to delete bills`. */
export function effectSentences(effect: RoleEffect): string[] {
  const { gained, lost, activeCount, refusedCount } = effect
  if (activeCount === 0) return ['Nobody who can sign in has this role.']
  const names = (moved: RoleEffect['gained']) => moved.map(({ permission }) => permission)
  const sentences = []
  if (gained.length > 0)
    sentences.push(`${people(activeCount)} will be able to ${phrases(names(gained))}`)
  if (lost.length > 0)
    sentences.push(`${people(activeCount)} will no longer be able to ${phrases(names(lost))}`)
  if (refusedCount > 0)
    sentences.push(
      `${counted(refusedCount, 'request', 'requests')} in the last 30 days would have been refused`,
    )
  return sentences
}
