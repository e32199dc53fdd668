import type { User } from '@steward/contract/users/users'
import type { DeepPartial } from '../../api/read.ts'
import { counted } from '../../ui/format/locale.ts'
import { type Undecided, undecidedWords } from './use-decide.ts'
import { nameOf } from './user-types.ts'

/** Several people in words: the name of one, else how many they are. */
export const whoOf = (people: readonly DeepPartial<User>[]): string =>
  people.length === 1 && people[0] ? nameOf(people[0]) : counted(people.length, 'person', 'people')

/** Who could not be decided on, each with the reason. */
export function UndecidedList({ undecided }: { undecided: readonly Undecided[] }) {
  if (undecided.length === 0) return null
  return (
    <ul role="alert">
      {undecided.map((each) => (
        <li key={undecidedWords(each)}>
          <bdi>{undecidedWords(each)}</bdi>
        </li>
      ))}
    </ul>
  )
}
