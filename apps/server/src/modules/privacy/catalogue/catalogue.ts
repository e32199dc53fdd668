import { accountPlaces } from './accounts.ts'
import { contentPlaces } from './content.ts'
import type { PersonalColumn, Place } from './place.ts'
import { workPlaces } from './work.ts'

/**
 * The data inventory: every column that holds personal data, in the order of an erasure. The export, the preview, the erasure and
 * docs/privacy.md follow from it; a test compares it with the schema.
 */
export const personalData: readonly Place[] = [...accountPlaces, ...contentPlaces, ...workPlaces]

export const columnsOf = (place: Place): [column: string, of: PersonalColumn][] =>
  Object.entries(place.columns).flatMap(([column, of]) => (of ? [[column, of]] : []))

/** The columns of a place in which others may have written a name or an address. */
export const mentionsIn = (place: Place): string[] =>
  columnsOf(place).flatMap(([column, { mentions }]) => (mentions ? [column] : []))

/** Whether no two rows of a place may have the same in a column. */
export const isUnique = (place: Place, column: string): boolean =>
  columnsOf(place).some(([name, of]) => name === column && of.isUnique)
