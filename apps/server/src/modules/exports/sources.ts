import type { ExportArea } from '@steward/contract/areas'
import { endpoints, type QueryOf } from '@steward/contract/endpoints'
import { permission } from '@steward/contract/permissions'
import type { EndpointName } from '@steward/contract/routes'
import { type UserType, userSubmodule, userTypes } from '@steward/contract/users'
import type { z } from 'zod'
import type { Db } from '../../db/connection.ts'
import { among, type Condition, type Listing, searchConditions } from '../../db/listing.ts'
import { countWhole } from '../../db/whole-listing.ts'
import { hasPermission } from '../../http/authorize.ts'
import type { Staff } from '../../http/session.ts'
import { validate } from '../../http/validate.ts'
import { type RoleRow, roleListing } from '../access/roles.store.ts'
import { roleView } from '../access/roles.view.ts'
import { billConditions, billListing } from '../bills/bills.store.ts'
import { billView } from '../bills/bills.view.ts'
import { categoryConditions, categoryListing } from '../categories/categories.store.ts'
import { categoryView } from '../categories/categories.view.ts'
import { eventConditions, eventListing } from '../events/events.store.ts'
import { eventView } from '../events/events.view.ts'
import { countOptions, type PollRow, pollConditions, pollListing } from '../polls/polls.store.ts'
import { pollView } from '../polls/polls.view.ts'
import { postConditions, postListing } from '../posts/posts.store.ts'
import { postView } from '../posts/posts.view.ts'
import {
  shoppingPostConditions,
  shoppingPostListing,
} from '../shopping-posts/shopping-posts.store.ts'
import { shoppingPostView } from '../shopping-posts/shopping-posts.view.ts'
import { taskConditions, taskListing } from '../tasks/tasks.store.ts'
import { taskView } from '../tasks/tasks.view.ts'
import { userConditions, userListing } from '../users/users.store.ts'
import { userView } from '../users/users.view.ts'
import type { Column } from './cells.ts'
import * as columns from './columns.ts'
import { pollResults } from './poll-results.ts'

type Sent = Record<string, string | string[]>
type Query = { sort: string; search?: string; name?: string }

/** A list that can be exported. What a record is, only the list itself knows. */
export interface Source {
  fileName: string
  listing: Listing
  /** The order and the conditions of a query, as the list reads it for a person. */
  read(sent: Sent, staff: Staff): { sort: string; conditions: Condition[] }
  /** The records of a row of the database: one, but for results many. */
  records(row: unknown): readonly unknown[]
  columns: Readonly<Record<string, Column<unknown>>>
  count(db: Db, conditions: readonly Condition[]): Promise<number>
}

type ListName = Exclude<Extract<EndpointName, `${string}.list${string}`>, 'roles.listAssignable'>

function source<N extends ListName, Row, R>(
  fileName: string,
  list: N,
  listing: Listing,
  conditions: (query: QueryOf<N>, staff: Staff) => Condition[],
  records: (row: Row) => readonly R[],
  of: Record<string, Column<R>>,
  count = (db: Db, all: readonly Condition[]) => countWhole(db, listing, all),
): Source {
  return {
    fileName,
    listing,
    read: (sent, staff) => {
      const schema: z.ZodType = endpoints[list].query
      const query = validate(schema, sent, ['query']) as QueryOf<N> & Query
      const search = searchConditions(listing, query.search ?? query.name ?? '')
      return { sort: query.sort, conditions: [...conditions(query, staff), ...search] }
    },
    records: (row) => records(row as Row),
    columns: of as Record<string, Column<unknown>>,
    count,
  }
}

const one =
  <Row, R>(view: (row: Row) => R) =>
  (row: Row): readonly R[] => [view(row)]

const roles = (fileName: string, list: 'roles.list', statuses: RoleRow['status'][]) =>
  source(
    fileName,
    list,
    roleListing,
    () => among('status', statuses),
    one(roleView),
    columns.roleColumns,
  )

const users = (fileName: string, types: (staff: Staff) => readonly UserType[]) =>
  source(
    fileName,
    'users.list',
    userListing,
    (query, staff) => userConditions(query, types(staff)),
    one(userView),
    columns.userColumns,
  )

/** Every list that can be exported. */
export const sources: Record<ExportArea, Source> = {
  roles: roles('roles', 'roles.list', ['active', 'inactive']),
  inactiveRoles: roles('inactive-roles', 'roles.list', ['inactive']),
  deletedRoles: roles('deleted-roles', 'roles.list', ['deleted']),
  users: users('users', (staff) =>
    userTypes.filter((type) =>
      hasPermission(staff, permission('Users', userSubmodule[type], 'list')),
    ),
  ),
  admins: users('admins', () => ['admin']),
  businessUsers: users('business-users', () => ['business']),
  events: source(
    'events',
    'events.list',
    eventListing,
    eventConditions,
    one(eventView),
    columns.eventColumns,
  ),
  polls: source(
    'polls',
    'polls.list',
    pollListing,
    pollConditions,
    one(pollView),
    columns.pollColumns,
  ),
  pollResults: source(
    'poll-results',
    'polls.list',
    pollListing,
    pollConditions,
    (row: PollRow) => pollResults(pollView(row)),
    columns.pollResultColumns,
    countOptions,
  ),
  tasks: source(
    'tasks',
    'tasks.list',
    taskListing,
    taskConditions,
    one(taskView),
    columns.taskColumns,
  ),
  bills: source(
    'bills',
    'bills.list',
    billListing,
    billConditions,
    one(billView),
    columns.billColumns,
  ),
  posts: source(
    'posts',
    'posts.list',
    postListing,
    postConditions,
    one(postView),
    columns.postColumns,
  ),
  categories: source(
    'categories',
    'categories.list',
    categoryListing,
    categoryConditions,
    one(categoryView),
    columns.categoryColumns,
  ),
  shoppingPosts: source(
    'shopping-posts',
    'shoppingPosts.list',
    shoppingPostListing,
    shoppingPostConditions,
    one(shoppingPostView),
    columns.shoppingPostColumns,
  ),
}
