import type { EndpointName } from '@steward/contract/calls/routes'
import { useHasCall } from '../../api/missing-calls.ts'
import { needsOf } from '../../ui/permissions/needs-of.ts'
import { useCan, useCanOn } from '../../ui/permissions/permitted.tsx'

/** Whether the person may make a call, and the server has it. */
export function useMayCall(name: EndpointName): boolean {
  const may = needsOf(name).some(useCan())
  return useHasCall(name) && may
}

/** Like {@link useMayCall}, about one record: with what is on loan for it. */
export function useMayCallOn(name: EndpointName): (id: string | null | undefined) => boolean {
  const canOn = useCanOn()
  const has = useHasCall(name)
  return (id) => has && needsOf(name).some(canOn(id))
}
