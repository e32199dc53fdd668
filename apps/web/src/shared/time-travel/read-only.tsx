import { type ReactNode, useCallback } from 'react'
import {
  type Can,
  noLoans,
  PermissionsProvider,
  useCan,
  useLoans,
} from '../../ui/permissions/permitted.tsx'

const reads: ReadonlySet<string> = new Set(['list', 'view'])

/** Permits only viewing to everything below if `when` is true, as the past can't be changed. */
export function ReadOnly({ when, children }: { when: boolean; children: ReactNode }) {
  const can = useCan()
  const looks = useCallback<Can>((asked) => reads.has(asked.action) && can(asked), [can])
  const loans = useLoans()
  return (
    <PermissionsProvider can={when ? looks : can} loans={when ? noLoans : loans}>
      {children}
    </PermissionsProvider>
  )
}
