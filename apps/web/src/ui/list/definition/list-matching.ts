import { isDeleted, isObject } from '../../../api/answers/read.ts'
import type { ListSpec } from './list-spec.ts'

/** Removes case and accents, as the server's own search does before it compares. */
export const plain = (text: string): string =>
  // Most texts are plain ASCII, and there may be hundreds of thousands of them.
  /^[ -~]*$/.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replaceAll(/\p{M}/gu, '')
        .toLocaleLowerCase()
        .replaceAll(/[ßæœøłđð]/g, (letter) => folded.get(letter) ?? letter)

/** Letters that Unicode can't decompose, mapped as the server's search maps them. */
const folded = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd' }),
)

export const wordsOf = (search: string): string[] => plain(search).split(/\s+/).filter(Boolean)

/** A field of a record, as its kind is read; undefined and null where it says nothing. */
export const fieldOf = <V = unknown>(record: unknown, field: string): V | null | undefined =>
  (record as Readonly<Record<string, V | null | undefined>>)[field]

/** Whether a record is one of a list that is narrowed from the start, such as one person's, or to what is deleted. */
export function isFixed(record: unknown, { fixed = {}, narrowsHere }: ListSpec): boolean {
  return Object.entries(fixed).every(([field, wanted]) => {
    if (field === 'deleted') return isDeleted(record)
    // A record doesn't contain the time that it is shown as of.
    if (field === 'asOf') return true
    const compared = comparedOf(fieldOf(record, field))
    // A record without a type may be of this one.
    return compared === null ? !narrowsHere : [wanted].flat().includes(compared)
  })
}

/** What a filter by id or word compares: the id of a reference, else the value as text. */
export function comparedOf(value: unknown): string | null {
  const compared = isObject(value) ? value['_id'] : value
  return compared === null || compared === undefined ? null : String(compared)
}
