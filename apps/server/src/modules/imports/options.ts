import type { BodyOf } from '@steward/contract/endpoints'
import { permission } from '@steward/contract/permissions'
import { userSubmodule, userTypes } from '@steward/contract/users'
import { hasPermission } from '../../http/authorize.ts'
import type { Staff } from '../../http/session.ts'
import type { ImportedArea } from '../../import/fields.ts'
import type { Finder } from '../../import/lookup.store.ts'
import type { ReadingOptions } from '../../import/reading-options.ts'
import type { ImportOptions } from '../../import/run.ts'

/** What a person sent, as the reading of a file takes it. */
export function readingOptions(options: BodyOf<'imports.preview'>): ReadingOptions {
  const { id = [], ...rest } = options
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  return { ...given, ...(id.length > 0 ? { id } : {}) }
}

/**
 * What an area refuses of who imports.
 * @param staff who imports, as they stand when a row is read
 */
export const refusalFor =
  ({ refusal }: ImportedArea, staff: () => Staff): NonNullable<ImportOptions['refusal']> =>
  (row) =>
    refusal?.(row, staff()) ?? null

/**
 * Rows may name people of the types that their importer may list. For all others a row tells no more
 * than for somebody who doesn't exist, or an import would tell which addresses are known.
 * @param staff who imports, as they stand when a row is read
 */
export const finderFor =
  (staff: () => Staff): Finder =>
  () =>
    userTypes.filter((type) =>
      hasPermission(staff(), permission('Users', userSubmodule[type], 'list')),
    )

/** A sentence that speaks of the command line's options, as a form has them. */
export const inWords = (sentence: string): string =>
  sentence.replaceAll(/--([a-z-]+)/g, (_, option: string) => `“${option.replaceAll('-', ' ')}”`)
