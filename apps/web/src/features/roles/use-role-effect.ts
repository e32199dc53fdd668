import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import type { Limits } from '../../shared/permissions/limits-list.tsx'
import { type MatrixStore, useWhole } from './matrix/matrix-store.ts'
import { modulesOf } from './matrix/shape.ts'

/** The effect of the matrix on a role's people, asked after a pause in changes (id null: never). */
export function useRoleEffect(
  id: string | null,
  store: MatrixStore,
  { isChanged, conditions, fieldRules }: Limits & { isChanged: boolean },
) {
  const version = useWhole(store)
  const [settled] = useDebouncedValue(version, 350)
  const { gained, lost } = store.changes
  const changes = gained + lost > 0 || isChanged
  const asks = id !== null && changes && settled === version
  const { data, error } = useQuery({
    queryKey: ['roles.effect', { id, flags: store.granted.join(''), conditions, fieldRules }],
    queryFn: async ({ signal }) => {
      const permissions = modulesOf(store.shape, store.granted)
      const limits = isChanged && {
        conditions: [...conditions],
        fieldRules: [...fieldRules],
      }
      const body = { _id: id ?? '', permissions, ...limits }
      return (await call('roles.effect', { body, signal })).data
    },
    enabled: asks,
    staleTime: 10_000,
    gcTime: 60_000,
    retry: false,
  })
  return { effect: asks ? data : undefined, error }
}
