import type { ImportArea } from '@steward/contract/areas'
import type { BodyOf } from '@steward/contract/endpoints'
import { importNeeds, overwriteNeeds } from '@steward/contract/imports.routes'
import { type Permission, permission } from '@steward/contract/permissions'
import { type UserType, userSubmodule } from '@steward/contract/users'
import { hasPermission } from '../../http/authorize.ts'
import type { Staff } from '../../http/session.ts'
import type { ImportedArea } from '../../import/fields.ts'
import type { Finder } from '../../import/lookup.store.ts'
import type { ReadingOptions } from '../../import/reading-options.ts'
import type { ImportOptions } from '../../import/run.ts'
import { sourceNamed, sourceOf } from '../../import/sources.ts'
import { listedTypes } from '../access/listed-types.ts'

/** What a person sent, as the reading of a file takes it. */
export function readingOptions(options: BodyOf<'imports.preview'>): ReadingOptions {
  const { id = [], source: _, onConflict: __, ...rest } = options
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  return { ...given, ...(id.length > 0 ? { id } : {}) }
}

/**
 * What an area refuses of who imports.
 * @param staff who imports, as they stand when a row is read
 */
export const refusalFor =
  ({ refusal }: ImportedArea, staff: () => Staff): NonNullable<ImportOptions['refusal']> =>
  (row, actions) =>
    refusal?.(row, staff(), actions) ?? null

/**
 * Which records of an area may be told of to who imports.
 * @param staff who imports, as they stand when a row is read
 */
export const seerFor =
  ({ key, table }: ImportedArea, staff: () => Staff): NonNullable<ImportOptions['maySee']> =>
  (record) => {
    const list = { ...importNeeds[key], action: 'list' } as Permission
    const type = record['type'] as UserType
    const need = table === 'users' ? permission('Users', userSubmodule[type], 'list') : list
    return hasPermission(staff(), need)
  }

/** What an import under some options needs. */
export const needsOfImport = (
  area: ImportArea,
  { onConflict }: BodyOf<'imports.preview'>,
): Permission[] => [importNeeds[area], ...(onConflict === 'overwrite' ? overwriteNeeds(area) : [])]

/** The source of a file: as it was given, else by what the file is called. */
export const sourceFor = (fileName: string, { source }: BodyOf<'imports.preview'>): string =>
  (source === undefined ? '' : sourceNamed(source)) || sourceOf(fileName)

/**
 * Rows may name people of the types that their importer may list. For all others a row tells no more
 * than for somebody who doesn't exist, or an import would tell which addresses are known.
 * @param staff who imports, as they stand when a row is read
 */
export const finderFor =
  (staff: () => Staff): Finder =>
  () =>
    listedTypes(staff())

/** A sentence that speaks of the command line's options, as a form has them. */
export const inWords = (sentence: string): string =>
  sentence.replaceAll(/--([a-z-]+)/g, (_, option: string) => `“${option.replaceAll('-', ' ')}”`)
