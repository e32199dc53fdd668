import type { Reference } from '../../api/records.ts'

/** Somebody as a form holds them: an account, or a name alone; empty text for nobody. */
export type NamedPerson = { id: string | null; name: string } | ''

/** Whom a record names. */
export const readPerson = (person: Reference | null | undefined): NamedPerson =>
  person ? { id: person._id, name: person.name ?? '' } : ''

/** Whether two are the same; of an account the name doesn’t matter. */
export function isSamePerson(one: NamedPerson, other: NamedPerson): boolean {
  if (one === '' || other === '') return one === other
  return one.id === other.id && (one.id !== null || one.name.trim() === other.name.trim())
}

/** Somebody as calls take them; null for nobody. */
export const sentPerson = (person: NamedPerson) => {
  if (person === '' || (person.id === null && person.name.trim() === '')) return null
  return person.id === null ? { _id: null, name: person.name.trim() } : { _id: person.id }
}

/** In words, for the question which of two changes counts. */
export const personInWords = (person: NamedPerson): string =>
  person === '' ? 'nobody' : person.name
