import { useSearch } from '@tanstack/react-router'
import { hasCall, useMissingCalls } from '../../api/missing-calls.ts'
import type { ListSpec } from '../../ui/list/definition/list-spec.ts'

type Search = Readonly<{ asOf?: unknown }>

/** The past is rebuilt from the audit log, so a server with this call has it. */
const call = 'auditLog.undo'

/** Whether the server can show the past; not before that is known. */
export const useHasPast = (): boolean => useMissingCalls(({ asked }) => asked && hasCall(call))

/** The time in the past that an address shows a list at, null for now; believed until the server is known to lack that. */
export function pastMomentOf(list: Pick<ListSpec, 'past'>, { asOf }: Search): string | null {
  return list.past && typeof asOf === 'string' && hasCall(call) ? asOf : null
}

/** {@link pastMomentOf} for what is on the screen. */
export function usePastMoment(list: Pick<ListSpec, 'past'>): string | null {
  const asOf = useSearch({ strict: false, select: (search) => search.asOf })
  // Drawn anew once more is known of the server.
  useMissingCalls()
  return pastMomentOf(list, { asOf })
}
