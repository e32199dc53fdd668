import type { EndpointName } from '@steward/contract/calls/routes'
import { useHasCall } from '../../api/missing-calls.ts'
import { needsOf } from '../../ui/permissions/needs-of.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'

/** Whether the person may make a call, and the server has it. */
export function useMayCall(name: EndpointName): boolean {
  const may = needsOf(name).some(useCan())
  return useHasCall(name) && may
}
