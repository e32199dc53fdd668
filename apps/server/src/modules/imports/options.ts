import type { BodyOf } from '@steward/contract/endpoints'
import type { ImportArea } from '@steward/contract/imports.routes'
import { permission } from '@steward/contract/permissions'
import { holds } from '../../http/authorize.ts'
import type { Staff } from '../../http/session.ts'
import type { AreaName } from '../../import/areas.ts'
import type { ImportOptions } from '../../import/run.ts'

/** An area as the import names it. */
export const areaName = (area: ImportArea): AreaName =>
  area === 'shoppingPosts' ? 'shopping-posts' : area

/** What a person sent, as the import takes it. */
export function runOptions(
  options: BodyOf<'imports.preview'>,
): Omit<ImportOptions, 'area' | 'source'> {
  const { id = [], dateFormats = [], map = {}, set = {}, ...rest } = options
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  return { ...given, map, set, dateFormats, ...(id.length > 0 ? { id } : {}) }
}

/**
 * Business users come in with members, but under a permission of their own.
 * @param staff who imports, as they stand when a row is read
 */
export function refusalFor(
  area: ImportArea,
  staff: () => Staff,
): NonNullable<ImportOptions['refusal']> {
  if (area !== 'members') return () => null
  return (record) =>
    record.type === 'business' && !holds(staff(), permission('Users', 'Business users', 'import'))
      ? { field: 'type', reason: 'is business, and you may import members only' }
      : null
}

/** A sentence that speaks of the command line's options, as a form has them. */
export const inWords = (sentence: string): string =>
  sentence.replaceAll(/--([a-z-]+)/g, (_, option: string) => `“${option.replaceAll('-', ' ')}”`)
