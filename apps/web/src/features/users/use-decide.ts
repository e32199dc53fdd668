import type { User } from '@steward/contract/users/users'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { type Failure, isLeftToGuard, toFailure, wordsOf } from '../../api/failure.ts'
import { useIsOffered } from '../../api/missing-calls.ts'
import type { DeepPartial } from '../../api/read.ts'
import { showFailure, toast, undoable } from '../../ui/feedback/messages.tsx'
import { counted } from '../../ui/format/locale.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { idOf, nameOf, needed } from './user-types.ts'
import { listsOfWaiting } from './waiting.queries.ts'

type Person = DeepPartial<User>

/** Somebody on whom could not be decided. */
export interface Undecided {
  person: Person
  failure: Failure
}

/** What came of deciding on several people; who is in neither list was not processed. */
interface Decision {
  decided: readonly Person[]
  undecided: readonly Undecided[]
}

/** Whether who is declined can be brought back: then nobody has to be asked before. */
export function useMayBringBack(): boolean {
  const can = useCan()
  const offered = useIsOffered('users.restore')
  return offered && can(needed('admin', 'delete'))
}

/**
 * Lets people in who wait, or turns them away, one after the other: each decision is one call. What was
 * decided is said, with an Undo for who was declined, and every list that it changes is asked for anew.
 */
export function useDecide() {
  const client = useQueryClient()
  const mayBringBack = useMayBringBack()
  const [done, setDone] = useState<number | null>(null)
  const stopped = useRef(false)
  const stop = useCallback(() => {
    stopped.current = true
  }, [])
  // An Undo outlives the dialog: it starts anew.
  useEffect(() => stop, [stop])
  const reload = () =>
    Promise.all(listsOfWaiting.map((name) => client.invalidateQueries({ queryKey: [name] })))

  const each = async (
    people: readonly Person[],
    send: (id: string) => Promise<{ message: string }>,
  ) => {
    const decided: Person[] = []
    const undecided: Undecided[] = []
    let message = ''
    stopped.current = false
    setDone(0)
    for (const [at, person] of people.entries()) {
      if (stopped.current) break
      try {
        message = (await send(idOf(person))).message
        decided.push(person)
      } catch (thrown) {
        const failure = toFailure(thrown)
        undecided.push({ person, failure })
        // Nothing more would be heard of: the session is over, or the server away. The others fare as this one.
        if (isLeftToGuard(failure) || failure.status === 0) {
          undecided.push(...people.slice(at + 1).map((other) => ({ person: other, failure })))
          break
        }
      }
      setDone(decided.length + undecided.length)
    }
    setDone(null)
    await reload()
    return { decided, undecided, message }
  }
  const bringBack = async (people: readonly Person[]) => {
    const send = (id: string) => call('users.restore', { params: { id } })
    const { decided, undecided, message } = await each(people, send)
    if (undecided[0]) showFailure(undecided[0].failure)
    if (decided.length > 0) toast.success(wordsFor(decided, message, 'moved back to registrations'))
  }
  return {
    /** How many are decided on, while it goes on. */
    done,
    /** Ends it after the one who is being decided on. */
    stop,
    approve: async (people: readonly Person[], role: string): Promise<Decision> => {
      const send = (id: string) => call('accounts.approve', { params: { id }, body: { role } })
      const { decided, undecided, message } = await each(people, send)
      if (decided.length > 0) toast.success(wordsFor(decided, message, 'approved'))
      return { decided, undecided }
    },
    decline: async (people: readonly Person[]): Promise<Decision> => {
      const send = (id: string) => call('accounts.decline', { params: { id } })
      const { decided, undecided, message } = await each(people, send)
      const words = wordsFor(decided, message, 'declined')
      const [first] = decided
      if (first && mayBringBack) undoable(words, () => bringBack(decided), nameOf(first))
      else if (first) toast.success(words)
      return { decided, undecided }
    },
  }
}

/** What the server said of one; of several how many they were. */
const wordsFor = (people: readonly Person[], message: string, did: string): string =>
  (people.length === 1 && message) || `${counted(people.length, 'person', 'people')} ${did}`

/** Why somebody could not be decided on, by name. */
export const undecidedWords = ({ person, failure }: Undecided): string =>
  `${nameOf(person)}: ${wordsOf(failure)}`
