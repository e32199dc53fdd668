import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { showFailure } from './messages.tsx'

type Rollback = () => void

/** A write: what shows at once, the call, and what comes after it. */
export interface OptimisticMutation<A> {
  /** Shows the change before the server has answered. @returns takes it back, should that fail */
  apply?: (client: QueryClient) => Rollback | undefined
  send: () => Promise<A>
  /** Called with the server's answer; `takeBack` undoes what `apply` showed. */
  done?(answer: A, client: QueryClient, takeBack: Rollback): void
}

const nothing: Rollback = () => {}

/**
 * Makes optimistic writes. A failed one is taken back, with the server's words (specification section 8).
 * @param scope writes of one scope go out one after the other, such as two clicks on one switch
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
