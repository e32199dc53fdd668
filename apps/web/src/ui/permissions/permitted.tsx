import type { Permission } from '@steward/contract/permissions/permissions'
import { createContext, type ReactNode, use } from 'react'

/** Whether a permission is held (specification section 5). */
export type Can = (permission: Permission) => boolean

/** A permission that the person has on loan, on some records. */
export interface Lent {
  permission: Record<keyof Permission, string>
  records: readonly string[] | null
}

const CanContext = createContext<Can>(() => false)

interface Loans {
  lent: readonly Lent[]
  /** Whether the person may ask for what they don't hold. */
  mayAsk: boolean
}

export const noLoans: Loans = { lent: [], mayAsk: false }

const LoansContext = createContext(noLoans)

/** Provides the permission check to all components below; without it nothing is permitted. */
export function PermissionsProvider(props: { can: Can; loans?: Loans; children: ReactNode }) {
  return (
    <CanContext value={props.can}>
      <LoansContext value={props.loans ?? noLoans}>{props.children}</LoansContext>
    </CanContext>
  )
}

export const useCan = (): Can => use(CanContext)

/** Like {@link useCan}, of one record: with what is on loan for it. */
export function useCanOn(): (id: string | null | undefined) => Can {
  const can = useCan()
  const { lent } = useLoans()
  return (id) => (asked) =>
    can(asked) ||
    lent.some(
      ({ permission, records }) =>
        records?.includes(id ?? '') === true &&
        permission.module === asked.module &&
        permission.submodule === asked.submodule &&
        permission.action === asked.action,
    )
}

/** What is on loan to the person, and whether they may ask for more. */
export const useLoans = (): Loans => use(LoansContext)

/** Shows its children if any of the permissions is held. */
export function Permitted(props: {
  needs: Permission | readonly Permission[]
  children: ReactNode
}) {
  const can = useCan()
  const needs = 'module' in props.needs ? [props.needs] : props.needs
  return needs.some(can) ? props.children : null
}
