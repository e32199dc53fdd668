import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { showFailure } from './messages.tsx'

type Rollback = () => void

/** A write with its optimistic change. */
export interface OptimisticMutation<A> {
  /** Shows the change before the answer. @returns the rollback */
  apply?: (client: QueryClient) => Rollback | undefined
  send: () => Promise<A>
  /** @param takeBack the rollback */
  done?(answer: A, client: QueryClient, takeBack: Rollback): void
}

const nothing: Rollback = () => {}

/**
 * Optimistic updates, rolled back with the server’s words (specification section 8).
 * @param scope writes of one scope are serial, such as two clicks on one switch
 */
export function useOptimisticMutation<A>(scope?: string) {
  const client = useQueryClient()
  return useMutation({
    ...(scope === undefined ? {} : { scope: { id: scope } }),
    mutationFn: (write: OptimisticMutation<A>) => write.send(),
    onMutate: (write) => ({ takeBack: write.apply?.(client) ?? nothing }),
    onSuccess: (answer, write, context) => write.done?.(answer, client, context.takeBack),
    onError: (error, _write, context) => {
      context?.takeBack()
      showFailure(error)
    },
  })
}
