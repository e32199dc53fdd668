import type { Permission } from '@steward/contract/permissions/permissions'
import { createContext, type ReactNode, use } from 'react'

/** Whether a permission is held (specification section 5). */
export type Can = (permission: Permission) => boolean

const CanContext = createContext<Can>(() => false)

/** Provides the permission check to all components below; without it nothing is permitted. */
export function PermissionsProvider({ can, children }: { can: Can; children: ReactNode }) {
  return <CanContext value={can}>{children}</CanContext>
}

export const useCan = (): Can => use(CanContext)

/** Shows its children if any of the permissions is held. */
export function Permitted(props: {
  needs: Permission | readonly Permission[]
  children: ReactNode
}) {
  const can = useCan()
  const needs = 'module' in props.needs ? [props.needs] : props.needs
  return needs.some(can) ? props.children : null
}
