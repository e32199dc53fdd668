import type { ImportArea } from '@steward/contract/areas/areas'
import type { BodyOf } from '@steward/contract/calls/endpoints'
import { importNeeds, overwriteNeeds } from '@steward/contract/imports/imports.routes'
import { type Permission, permission } from '@steward/contract/permissions/permissions'
import { type UserType, userSubmodule } from '@steward/contract/users/users'
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
    finder: () => listedTypes(staff()),
    refusal: (row, actions) => refusal?.(row, staff(), actions) ?? null,
  } satisfies ImportOptions
}

/** Rewrites a sentence about options of the command line with the names in the form. */
export const inWords = (sentence: string): string =>
  sentence.replaceAll(/--([a-z-]+)/g, (_, option: string) => `“${option.replaceAll('-', ' ')}”`)

export const reasonsInWords = (reasons: readonly Reason[]): Reason[] =>
  reasons.map(({ field, reason }) => ({ field, reason: inWords(reason) }))
