import { isDeleted, isObject } from '../../../api/read.ts'
import type { ListSpec } from '../url/list-spec.ts'

/** Without case and accents, as the server's own search compares. */
export const plain = (text: string): string =>
  // Most texts have neither, and there may be hundreds of thousands.
  /^[ -~]*$/.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replaceAll(/\p{M}/gu, '')
        .toLocaleLowerCase()
        .replaceAll(/[ßæœøłđð]/g, (letter) => folded[letter] ?? letter)

/** Letters that Unicode doesn't take apart, as the server's search folds them. */
const folded: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
}

export const wordsOf = (search: string): string[] => plain(search).split(/\s+/).filter(Boolean)

/** A field of a record, as its kind is read; undefined and null where it says nothing. */
export const fieldOf = <V = unknown>(record: unknown, field: string): V | null | undefined =>
  (record as Readonly<Record<string, V | null | undefined>>)[field]

/** Whether a record is one of a list that is narrowed from the start, such as one person's, or to what is deleted. */
export function isFixed(record: unknown, { fixed = {}, narrowsHere }: ListSpec): boolean {
  return Object.entries(fixed).every(([field, wanted]) => {
    if (field === 'deleted') return isDeleted(record)
    // Of what time a record is, none tells.
    if (field === 'asOf') return true
    const compared = comparedOf(fieldOf(record, field))
    // Who doesn't tell of what type somebody is may mean this one.
    return compared === null ? !narrowsHere : [wanted].flat().includes(compared)
  })
}

/** What a filter by id or word compares: the id of a reference, else the value as text. */
export function comparedOf(value: unknown): string | null {
  const compared = isObject(value) ? value['_id'] : value
  return compared === null || compared === undefined ? null : String(compared)
}
