import { useMutation, useQueryClient } from '@tanstack/react-query'

/** What the parts read, by the beginnings of the names of their calls. */
const areas = [
  'agentBounds',
  'identityProviders',
  'proposals',
  'provisioning',
  'serviceAccounts',
  'webhooks',
]

const isOfIntegrations = (name: unknown): boolean =>
  typeof name === 'string' && areas.some((area) => name.startsWith(`${area}.`))

/**
 * A write of one part, after which every part is read anew: a new service account can be chosen for provisioning
 * and agents, too. What is sent and answered is kept nowhere, as it may hold a secret.
 * @param done called with the answer and what was sent
 */
export function useIntegrationWrite<V, A>(
  send: (value: V) => Promise<A>,
  done: (answer: A, value: V) => void,
  onError?: (thrown: unknown) => void,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    gcTime: 0,
    onSuccess: done,
    ...(onError && { onError }),
    onSettled: () =>
      client.invalidateQueries({ predicate: ({ queryKey }) => isOfIntegrations(queryKey[0]) }),
  })
}
