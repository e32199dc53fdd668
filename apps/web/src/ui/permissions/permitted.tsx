import type { Permission } from '@steward/contract/permissions/permissions'
import { createContext, type ReactNode, use } from 'react'

/** Answers whether the person signed in holds a permission (specification section 5). */
export type Can = (permission: Permission) => boolean

const CanContext = createContext<Can>(() => false)

/** Tells everything below what the person signed in may do; outside of it nothing is permitted. */
export function PermissionsProvider({ can, children }: { can: Can; children: ReactNode }) {
  return <CanContext value={can}>{children}</CanContext>
}

/** The permission check of the person signed in. */
export const useCan = (): Can => use(CanContext)

/** Shows its children only where the permission (or any one of several) is held; else nothing. */
export function Permitted(props: {
  needs: Permission | readonly Permission[]
  children: ReactNode
}) {
  const can = useCan()
  const needs = 'module' in props.needs ? [props.needs] : props.needs
  return needs.some(can) ? props.children : null
}
