import { allPermissions, type Permission, permissionName } from '@steward/contract/permissions'
import { IconLock } from '@tabler/icons-react'
import { createContext, type ReactNode, use } from 'react'
import type { Failure } from '../../api/failure.ts'
import { WhoCanGrant } from '../../shared/permissions/who-can-grant.tsx'
import { PageMessage } from '../page/page-message.tsx'

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

/** The permission that a refusal (403) names, where it names one that there is. */
export function permissionOf(failure: Failure): Permission | null {
  const named = (failure.data as { permission?: Permission } | null)?.permission
  return (
    allPermissions.find(
      (each) =>
        each.module === named?.module &&
        each.submodule === named.submodule &&
        each.action === named.action,
    ) ?? null
  )
}

/** The screen in place of an area that the person may not see: names what is missing, and who helps. */
export function NotPermitted({ permission }: { permission: Permission }) {
  return (
    <PageMessage icon={<IconLock aria-hidden />} title="You don’t have access to this">
      <p>
        This page needs the permission <strong>{permissionName(permission)}</strong>, which your
        role doesn’t have.
      </p>
      <WhoCanGrant permission={permission} />
    </PageMessage>
  )
}
