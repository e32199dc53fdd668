import { invalidField } from './failure.ts'

/**
 * Reads an `image` field: the URL to keep, null for no picture, undefined for no change.
 * @param text empty or null for none, the present URL for no change
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
