import { t } from '@steward/i18n/reader'
import type { Reference } from '../../api/answers/records.ts'

/** A person with an account, or a name only (`id` is null); the empty text for no person. */
export type NamedPerson = { id: string | null; name: string } | ''

export const readPerson = (person: Reference | null | undefined): NamedPerson =>
  person ? { id: person._id, name: person.name ?? '' } : ''

/** Whether two values name the same person: accounts by id, others by name. */
export function isSamePerson(one: NamedPerson, other: NamedPerson): boolean {
  if (one === '' || other === '') return one === other
  return one.id === other.id && (one.id !== null || one.name.trim() === other.name.trim())
}

export const sentPerson = (person: NamedPerson) => {
  if (person === '' || (person.id === null && person.name.trim() === '')) return null
  return person.id === null ? { _id: null, name: person.name.trim() } : { _id: person.id }
}

export const personInWords = (person: NamedPerson): string =>
  person === '' ? t('nobody') : person.name
