import { type AnyRoute, createRoute, Navigate } from '@tanstack/react-router'
import type { PageNeeds } from '../ui/permissions/needs-of.ts'
import { useCan } from '../ui/permissions/permitted.tsx'
import { pageOf, usersArea } from './areas.ts'

/** `/users`, which has no list of its own: redirects to the first of its lists that this person may see. */
export const usersRoute = <P extends AnyRoute>(below: () => P) =>
  createRoute({
    getParentRoute: below,
    path: '/users',
    staticData: {
      title: usersArea.label,
      needs: usersArea.pages.flatMap(({ needs }) => needs) as unknown as PageNeeds,
    },
    component: FirstUsers,
  })

function FirstUsers() {
  const to = pageOf(usersArea, useCan())
  return to && <Navigate to={to} search={true} replace />
}
