import { create } from 'zustand'
import { readStored } from '../answers/read.ts'
import { viewTokenKey } from './token.ts'

/** Viewing as a role (impersonation), in this tab alone: read-only, beside one's own session. */
export interface RoleView {
  role: string
  /** How many permissions of the role are left out, as the person viewing doesn't hold them. */
  missing: number
}

const key = 'steward-view'

/** The role that this tab is viewed as, or null. */
export const useRoleView = create<{ view: RoleView | null }>()(() => ({ view: read() }))

/** Views as a role from the next request on. */
export function startRoleView(token: string, view: RoleView): void {
  sessionStorage.setItem(viewTokenKey, token)
  sessionStorage.setItem(key, JSON.stringify(view))
  useRoleView.setState({ view })
}

/** Goes back to one's own role; returns whether another one was viewed. */
export function leaveRoleView(): boolean {
  const viewing = sessionStorage.getItem(viewTokenKey) !== null
  sessionStorage.removeItem(viewTokenKey)
  sessionStorage.removeItem(key)
  if (useRoleView.getState().view) useRoleView.setState({ view: null })
  return viewing
}

function read(): RoleView | null {
  if (!sessionStorage.getItem(viewTokenKey)) return null
  const { role, missing } = (readStored('sessionStorage', key) ?? {}) as Partial<RoleView>
  return { role: String(role ?? ''), missing: Number(missing) || 0 }
}
