import { invalidField } from './common-failures.ts'

/**
 * What a call's `image` field means for the record.
 * @param file the URL of the file that came with the call, if one did
 * @param text the field as text: empty or null for none, the URL that the record has for no change
 * @returns the URL to keep, null for no picture, undefined for no change
 * @throws {Failure} `invalid` for any other text
 */
export function readImageField(
  file: string | undefined,
  text: string | null | undefined,
  before: string | null,
): string | null | undefined {
  if (file) return file
  if (text === undefined || (text !== null && text === before)) return undefined
  if (text === null || text === '') return null
  throw invalidField('image', 'must be a file')
}
