import type { EndpointName } from './routes.ts'

/** The calls of specification section 7, in its order; the web app works without any other. */
export const specifiedCalls = [
  'session.login',
  'session.logout',
  'accounts.forgotPassword',
  'accounts.resetPassword',
  'roles.create',
  'roles.list',
  'roles.listInactive',
  'roles.listDeleted',
  'roles.updateStatus',
  'roles.restore',
  'roles.delete',
  'roles.updateImage',
  'roles.update',
  'users.listAdmins',
  'users.listBusiness',
  'users.list',
  'users.create',
  'users.update',
  'users.details',
  'users.changeStatus',
  'users.setShoppingFeed',
  'users.delete',
  'dashboard.roles',
  'dashboard.counts',
  'permissions.own',
  'events.list',
  'polls.list',
  'tasks.list',
  'bills.list',
  'bills.update',
  'bills.delete',
  'posts.list',
  'posts.delete',
  'categories.list',
  'categories.create',
  'categories.update',
  'categories.delete',
  'shoppingPosts.list',
  'shoppingPosts.delete',
  'shoppingPosts.restore',
] as const satisfies readonly EndpointName[]

export type SpecifiedCall = (typeof specifiedCalls)[number]

export type OwnCall = Exclude<EndpointName, SpecifiedCall>
