import { useSearch } from '@tanstack/react-router'
import { hasCall, useMissingCalls } from '../../api/missing-calls.ts'
import type { ListSpec } from '../../ui/list/definition/list-spec.ts'

type Search = Readonly<{ deleted?: unknown }>

// The second needs a record, so whether the server has it is known from another call.
const calls = ['trash.settings', 'bills.purge'] as const

/** Whether the server lists deleted records of all areas, with who and when; false until known. */
export const useHasTrash = (): boolean =>
  useMissingCalls(({ asked }) => asked && calls.every(hasCall))

/** Whether a list can switch to deleted records; lists of one person's records can't. */
export const hasTrashSwitch = ({ trash, narrowsHere }: ListSpec): boolean =>
  trash === 'switch' && !narrowsHere

/** Whether an address shows what is deleted of a list; believed until the server is known to lack that. */
export function isTrash(list: ListSpec, { deleted }: Search): boolean {
  const asked = hasTrashSwitch(list)
    ? deleted === 'only'
    : list.trash === 'only' && useMissingCalls.getState().asked
  return asked && calls.every(hasCall)
}

/** {@link isTrash} for the list on the screen. */
export function useIsTrash(list: ListSpec): boolean {
  const deleted = useSearch({ strict: false, select: (search) => search.deleted })
  // Drawn anew once more is known of the server.
  useMissingCalls()
  return isTrash(list, { deleted })
}
