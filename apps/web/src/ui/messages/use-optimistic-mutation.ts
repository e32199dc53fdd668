import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { showFailure } from './messages.tsx'

type Rollback = () => void

/** A write and the change that it shows optimistically. */
export interface OptimisticMutation<A> {
  /** Shows the change before the server answers; returns the rollback. */
  apply?: (client: QueryClient) => Rollback | undefined
  send: () => Promise<A>
  /** @param rollback undoes what `apply` has shown */
  done?(answer: A, client: QueryClient, rollback: Rollback): void
}

const nothing: Rollback = () => {}

/**
 * Makes writes with optimistic updates, rolled back with the server’s message (section 8).
 * @param scope writes of one scope run one after the other, such as two clicks on one switch
 */
export function useOptimisticMutation<A>(scope?: string) {
  const client = useQueryClient()
  return useMutation({
    ...(scope === undefined ? {} : { scope: { id: scope } }),
    mutationFn: (write: OptimisticMutation<A>) => write.send(),
    onMutate: (write) => ({ rollback: write.apply?.(client) ?? nothing }),
    onSuccess: (answer, write, context) => write.done?.(answer, client, context.rollback),
    onError: (error, _write, context) => {
      context?.rollback()
      showFailure(error)
    },
  })
}
