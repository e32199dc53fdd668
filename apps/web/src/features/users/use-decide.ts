import { msg, t } from '@steward/i18n/reader'
import { useQueryClient } from '@tanstack/react-query'
import type { User } from '../../api/answers/records.ts'
import { call } from '../../api/client.ts'
import type { Failure } from '../../api/failure.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { nameOf, needed } from '../../shared/people/user-types.ts'
import { useEach, walkEach } from '../../shared/records/use-each.ts'
import { showFailure, toast, undoable } from '../../ui/messages/messages.tsx'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { listsOfWaiting } from './waiting.queries.ts'

type Person = User
type People = readonly Person[]
type Send = (id: string) => Promise<{ message: string }>

export interface Undecided {
  person: Person
  failure: Failure
}

/** Whether a declined person can be restored, so that declining needs no confirmation. */
export function useMayBringBack(): boolean {
  const can = useCan()
  const offered = useHasCall('users.restore')
  return offered && can(needed('admin', 'delete'))
}

const approved = msg('{count, plural, one {# person approved} other {# people approved}}')
const declined = msg('{count, plural, one {# person declined} other {# people declined}}')
const movedBack = msg(
  '{count, plural, one {# person moved back to registrations} other {# people moved back to registrations}}',
)

/** Approves or declines people who wait, one call each; a decline can be undone. */
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
      // Without a connection, the rest failed for the same reason as the last one.
      const failure = own ?? (last?.status === 0 ? last : null)
      return failure ? [{ person, failure }] : []
    })
    await Promise.all(listsOfWaiting.map((name) => client.invalidateQueries({ queryKey: [name] })))
    const words = (all: string) =>
      (decided.length === 1 && message) || t(all, { count: decided.length })
    return { decided, undecided, words }
  }
  const bringBack = async (people: People) => {
    const send: Send = (id) => call('users.restore', { params: { id } })
    const { decided, undecided, words } = await each(people, send, walkEach)
    if (undecided[0]) showFailure(undecided[0].failure)
    if (decided.length > 0) toast.success(words(movedBack))
  }
  return {
    /** How many people are done while it runs; null before and after. */
    done: progress && !progress.over ? progress.done + progress.failures.length : null,
    stop,
    approve: async (people: People, role: string) => {
      const send: Send = (id) => call('accounts.approve', { params: { id }, body: { role } })
      const came = await each(people, send, go)
      if (came.decided.length > 0) toast.success(came.words(approved))
      return came
    },
    decline: async (people: People) => {
      const send: Send = (id) => call('accounts.decline', { params: { id } })
      const came = await each(people, send, go)
      const { decided, words } = came
      const [first] = decided
      if (first && mayBringBack) undoable(words(declined), () => bringBack(decided), nameOf(first))
      else if (first) toast.success(words(declined))
      return came
    },
  }
}
