import type { RoleEffect } from '@steward/contract/roles'
import { counted } from '../../ui/format/locale.ts'
import type { PermissionNames } from './matrix/shape.ts'

/** A permission as one says it: `delete bills`. */
export const phrase = ({ submodule, action }: PermissionNames): string =>
  `${action} ${submodule.toLocaleLowerCase()}`

/**
 * Several permissions in a sentence: the first ones by name, of the others how many.
 * @param most how many are named
 */
export function phrases(permissions: readonly PermissionNames[], most = 3): string {
  const named = permissions.slice(0, most).map(phrase)
  const others = permissions.length - named.length
  if (others > 0) return `${named.join(', ')} and ${others} more`
  const last = named.pop() ?? ''
  return named.length > 0 ? `${named.join(', ')} and ${last}` : last
}

const people = (count: number) => counted(count, 'person', 'people')

/** What a change does to the people of a role, one sentence each: `3 people gain delete bills`. */
export function effectSentences(effect: RoleEffect, most = 3): string[] {
  const { gained, lost, activeCount, refusedCount } = effect
  if (activeCount === 0) return ['Nobody who can sign in has this role.']
  const names = (moved: RoleEffect['gained']) => moved.map(({ permission }) => permission)
  const one = activeCount === 1
  const sentences = []
  if (gained.length > 0)
    sentences.push(
      `${people(activeCount)} ${one ? 'gains' : 'gain'} ${phrases(names(gained), most)}`,
    )
  if (lost.length > 0)
    sentences.push(`${people(activeCount)} ${one ? 'loses' : 'lose'} ${phrases(names(lost), most)}`)
  if (refusedCount > 0)
    sentences.push(
      `${counted(refusedCount, 'request', 'requests')} in the last 30 days would have been refused`,
    )
  return sentences
}
