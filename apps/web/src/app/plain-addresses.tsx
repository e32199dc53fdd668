import type { AreaPath } from '@steward/contract/areas/areas'
import type { EndpointName } from '@steward/contract/calls/routes'
import { type AnyRoute, createRoute, Navigate } from '@tanstack/react-router'
import { needsOf, type PageNeeds } from '../ui/permissions/needs-of.ts'
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

/**
 * Redirects `/events/new` and the like to the form over the list, if the person may make records.
 * @param list the page of the list
 * @param call the call that makes a record
 */
export const newFormRoute = <P extends AnyRoute, const Path extends AreaPath>(
  below: () => P,
  list: Path,
  title: string,
  call: EndpointName,
) =>
  createRoute({
    getParentRoute: below,
    path: `${list}/new` as `${Path}/new`,
    staticData: { title, needs: needsOf(call) },
    component: () => <Navigate to={list as AreaPath} search={{ edit: 'new' }} replace />,
  })
