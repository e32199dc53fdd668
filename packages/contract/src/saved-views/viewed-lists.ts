import { listOf } from '../areas/area-lists.ts'
import { type AreaName, areas } from '../areas/areas.ts'
import type { Needs } from '../calls/route.ts'
import { routes } from '../calls/routes.ts'

/** A list under the name that the web app has for it. */
export type ViewedList =
  | Exclude<AreaName, 'users'>
  | 'inactiveRoles'
  | 'deletedRoles'
  | 'admins'
  | 'businessUsers'
  | 'members'
  | 'waiting'
  | 'auditLog'
  | 'accessReview'
  | 'accessReviewRoles'

// Each type of people has its own list.
const { users: _, ...others } = areas
const ofAreas = Object.keys(others) as Exclude<AreaName, 'users'>[]
const ofUsers = ['admins', 'businessUsers', 'members'] as const

export const viewedListNeeds = {
  ...Object.fromEntries([...ofAreas, ...ofUsers].map((name) => [name, listOf(name).needs])),
  inactiveRoles: routes['roles.listInactive'].needs,
  deletedRoles: routes['roles.listDeleted'].needs,
  waiting: routes['accounts.listWaiting'].needs,
  auditLog: routes['auditLog.list'].needs,
  accessReview: routes['accessReview.list'].needs,
  accessReviewRoles: routes['accessReview.listRoles'].needs,
} as unknown as Readonly<Record<ViewedList, Exclude<Needs, string>>>

export const viewedLists = Object.keys(viewedListNeeds) as [ViewedList, ...ViewedList[]]
