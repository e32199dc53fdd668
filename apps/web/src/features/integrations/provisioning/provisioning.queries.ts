import type { ProvisionedBy } from '@steward/contract/provisioning/provisioning'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/client.ts'

/** What identity providers have provisioned, and the service accounts that may do it. */
export const provisioning = queryOptions({
  queryKey: ['provisioning.read'] as const,
  queryFn: async ({ signal }) => (await call('provisioning.read', { signal })).data,
})

/** Chooses the service account that provisions for a provider; null for none. */
export function useProvisioner({ _id: id, version }: ProvisionedBy, done: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (provisioner: string | null) =>
      call('identityProviders.update', { params: { id }, body: { provisioner, version } }),
    onSuccess: done,
    onSettled: () => client.invalidateQueries({ queryKey: provisioning.queryKey }),
  })
}
