import type { ImportArea } from '@steward/contract/areas/areas'
import type { BodyOf } from '@steward/contract/calls/endpoints'
import type { Translatable } from '@steward/contract/calls/errors'
import { importNeeds, overwriteNeeds } from '@steward/contract/imports/imports.routes'
import { type Permission, permission } from '@steward/contract/permissions/permissions'
import { type UserType, userSubmodule } from '@steward/contract/users/users'
import { messageOf, type Said, Sentence, say } from '@steward/i18n/sentence'
import { hasPermission } from '../../http/authorize.ts'
import type { Staff } from '../../http/session.ts'
import type { ImportedArea, Reason } from '../../importer/fields.ts'
import type { ImportOptions } from '../../importer/write/run.ts'
import { sourceOf } from '../../importer/write/source-name.ts'
import { listedTypes } from '../roles/permissions.rules.ts'

type Sent = BodyOf<'imports.preview'>

export const needsOfImport = (area: ImportArea, { onConflict }: Sent): Permission[] => [
  importNeeds[area],
  ...(onConflict === 'overwrite' ? overwriteNeeds(area) : []),
]

/** The types of the people that an import may hold; null of other lists. */
export function typesOfImport(area: ImportArea, { map, set }: Sent): UserType[] | null {
  if (area !== 'members') return null
  return map?.['type'] || set?.['type'] ? ['member', 'business'] : ['member']
}

/** The options of a person's import, limited by their permissions at each moment. */
export function importOptions(
  { key, table, refusal }: ImportedArea,
  fileName: string,
  sent: Sent,
  staff: () => Staff,
) {
  const list = { ...importNeeds[key], action: 'list' } as Permission
  const needOf = (record: Record<string, unknown>) =>
    table === 'users'
      ? permission('Users', userSubmodule[record['type'] as UserType], 'list')
      : list
  return {
    source: sourceOf(fileName, sent.source),
    onConflict: sent.onConflict ?? 'keep',
    maySee: (record) => hasPermission(staff(), needOf(record)),
    // People of other types count as unknown, or an import would reveal which addresses exist.
    finder: () => ({ types: listedTypes(staff()), scope: staff().scope }),
    scope: () => staff().scope,
    refusal: (row, actions) => refusal?.(row, staff(), actions) ?? null,
  } satisfies ImportOptions
}

const optionsInWords = (text: string): string =>
  text.replaceAll(/--([a-z-]+)/g, (_, option: string) => `“${option.replaceAll('-', ' ')}”`)

/** Rewrites what is said about options of the command line with their names in the form. */
export function inWords(said: Said): Said {
  if (typeof said === 'string') return optionsInWords(said)
  const values = Object.entries(said.params).map(([name, value]) => [
    name,
    typeof value === 'string' || value instanceof Sentence ? inWords(value) : value,
  ])
  return say(said.template, Object.fromEntries(values))
}

/** A reason as it is kept and sent: in English, with what a translation of it is made from. */
export function reasonSent({ field, reason }: Reason) {
  const { message, ...translation } = messageOf(inWords(reason))
  return { field, reason: message, ...(translation as Translatable) }
}
