import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import type { Failure } from '../../api/failure.ts'
import { useIsOffered } from '../../api/missing-calls.ts'
import type { User } from '../../api/records.ts'
import { nameOf, needed } from '../../shared/people/user-types.ts'
import { useEach, walkEach } from '../../shared/records/use-each.ts'
import { showFailure, toast, undoable } from '../../ui/feedback/messages.tsx'
import { counted } from '../../ui/format/locale.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { listsOfWaiting } from './waiting.queries.ts'

type Person = User
type People = readonly Person[]
type Send = (id: string) => Promise<{ message: string }>

/** Somebody on whom could not be decided. */
export interface Undecided {
  person: Person
  failure: Failure
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
  const { progress, go, stop } = useEach()

  /** @param walk the way through them: an Undo outlives the dialog, whose progress is shown */
  const each = async (people: People, send: Send, walk: typeof go | typeof walkEach) => {
    const steps = people.map((person) => ({ id: person._id, name: nameOf(person), person }))
    const decided: Person[] = []
    let message = ''
    const { failures } = await walk(steps, async ({ id, person }) => {
      message = (await send(id)).message
      decided.push(person)
    })
    const last = failures.at(-1)?.failure
    const undecided = steps.flatMap(({ id, person }): Undecided[] => {
      if (decided.includes(person)) return []
      const own = failures.find((failed) => failed.id === id)?.failure
      // Where the server is away, the others fare as the one before them.
      const failure = own ?? (last?.status === 0 ? last : null)
      return failure ? [{ person, failure }] : []
    })
    await Promise.all(listsOfWaiting.map((name) => client.invalidateQueries({ queryKey: [name] })))
    const words = (did: string) =>
      (decided.length === 1 && message) || `${counted(decided.length, 'person', 'people')} ${did}`
    return { decided, undecided, words }
  }
  const bringBack = async (people: People) => {
    const send: Send = (id) => call('users.restore', { params: { id } })
    const { decided, undecided, words } = await each(people, send, walkEach)
    if (undecided[0]) showFailure(undecided[0].failure)
    if (decided.length > 0) toast.success(words('moved back to registrations'))
  }
  return {
    /** How many are decided on, while it goes on. */
    done: progress && !progress.over ? progress.done + progress.failures.length : null,
    /** Ends it after the one who is being decided on. */
    stop,
    approve: async (people: People, role: string) => {
      const send: Send = (id) => call('accounts.approve', { params: { id }, body: { role } })
      const came = await each(people, send, go)
      if (came.decided.length > 0) toast.success(came.words('approved'))
      return came
    },
    decline: async (people: People) => {
      const send: Send = (id) => call('accounts.decline', { params: { id } })
      const came = await each(people, send, go)
      const { decided, words } = came
      const [first] = decided
      if (first && mayBringBack)
        undoable(words('declined'), () => bringBack(decided), nameOf(first))
      else if (first) toast.success(words('declined'))
      return came
    },
  }
}
