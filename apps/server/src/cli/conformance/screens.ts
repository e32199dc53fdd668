import { type Area, type AreaName, areas } from '@steward/contract/areas'
import type { EndpointName } from '@steward/contract/routes'
import type { SpecifiedCall } from '@steward/contract/specified-calls'

/** Something that a screen can do; without its calls the screen goes without it. */
export interface Feature {
  /** Stands behind "without". */
  words: string
  calls: readonly EndpointName[]
}

/** A screen of the web app, and the calls that it can't do without. */
export interface Screen {
  path: string
  title: string
  needs: readonly EndpointName[]
  features: readonly Feature[]
  /** Shown whatever the own permissions say; every other screen is hidden where they can't be read. */
  always?: true
}

const feature = (words: string, ...calls: EndpointName[]): Feature => ({ words, calls })

const editor = {
  saving: feature('saving changes', 'roles.update'),
  picture: feature('a picture', 'roles.updateImage'),
  effect: feature('the effect before saving', 'roles.effect'),
  preview: feature('viewing as the role', 'roles.preview'),
  security: feature('security of its people', 'roles.updateSecurity'),
}

const userFeatures = [
  feature('creating users', 'users.create'),
  feature('status', 'users.changeStatus'),
  feature('shopping feed status', 'users.setShoppingFeed'),
  feature('deleting', 'users.delete'),
  feature('undo after deleting', 'users.restore'),
]

/** What the list of an area can do beside being read, by its calls. */
const ofArea: Readonly<Record<Exclude<AreaName, 'roles' | 'users'>, readonly Feature[]>> = {
  events: [],
  polls: [],
  tasks: [],
  bills: [
    feature('editing', 'bills.update'),
    feature('deleting', 'bills.delete'),
    feature('undo after deleting', 'bills.restore'),
    feature('totals', 'bills.totals'),
  ],
  posts: [feature('deleting', 'posts.delete'), feature('undo after deleting', 'posts.restore')],
  categories: [
    feature('creating', 'categories.create'),
    feature('editing', 'categories.update'),
    feature('deleting', 'categories.delete'),
    feature('undo after deleting', 'categories.restore'),
  ],
  shoppingPosts: [
    feature('deleting', 'shoppingPosts.delete'),
    feature('restoring', 'shoppingPosts.restore'),
    feature('changing status', 'shoppingPosts.status'),
  ],
}

/** Exports, jobs and imports, as the record of the area has them. */
const shared = (area: Area): Feature[] => [
  ...(area.exported.length > 0 ? [feature('exports', 'exports.create')] : []),
  ...(area.bulk ? [feature('bulk jobs', 'jobs.create', 'jobs.list')] : []),
  ...(area.imported.length > 0 ? [feature('imports', 'imports.create')] : []),
]

const listScreen = (
  { title, path }: Pick<Area, 'title' | 'path'>,
  area: Area,
  call: SpecifiedCall,
  features: readonly Feature[],
): Screen => ({ path, title, needs: [call], features: [...features, ...shared(area)] })

const { roles, users, ...others } = areas
const { admins, businessUsers, members } = users.lists
const roleTab = (title: string, path: string): Pick<Area, 'title' | 'path'> => ({ title, path })
const roleFeatures = [
  feature('status', 'roles.updateStatus'),
  feature('deleting', 'roles.delete'),
  feature('undo after deleting', 'roles.restore'),
]

/** Every screen of the web app. */
export const screens: readonly Screen[] = [
  {
    path: '/',
    title: 'Sign in',
    always: true,
    needs: ['session.login'],
    features: [
      feature('signing out', 'session.logout'),
      feature('passkeys', 'session.passkeyOptions'),
    ],
  },
  {
    path: '/register',
    always: true,
    title: 'Create an account',
    needs: ['accounts.register'],
    features: [feature('what happens next', 'accounts.registration')],
  },
  {
    path: '/forgot-password',
    always: true,
    title: 'Forgot password',
    needs: ['accounts.forgotPassword'],
    features: [],
  },
  {
    path: '/reset-password/…',
    always: true,
    title: 'New password',
    needs: ['accounts.resetPassword'],
    features: [feature('telling a dead link at once', 'accounts.checkLink')],
  },
  {
    path: '(sidebar)',
    title: 'Entries by permission',
    needs: [],
    features: [],
  },
  {
    path: '/dashboard',
    title: 'Dashboard',
    needs: ['dashboard.counts'],
    features: [
      feature('the roles', 'dashboard.roles'),
      feature('the newest changes', 'auditLog.list'),
    ],
  },
  listScreen(roles, roles, 'roles.list', roleFeatures),
  listScreen(roleTab('Inactive roles', '/roles/inactive'), roles, 'roles.listInactive', [
    feature('status', 'roles.updateStatus'),
  ]),
  listScreen(roleTab('Deleted roles', '/roles/deleted'), roles, 'roles.listDeleted', [
    feature('restoring', 'roles.restore'),
  ]),
  { path: '/roles/new', title: 'New role', needs: ['roles.create'], features: [] },
  {
    path: '/roles/…',
    title: 'Role editor',
    needs: ['roles.list'],
    features: Object.values(editor),
  },
  listScreen(admins, users, 'users.listAdmins', [
    ...userFeatures,
    feature('giving many a role', 'users.assignRole'),
  ]),
  listScreen(businessUsers, users, 'users.listBusiness', userFeatures),
  listScreen(members, users, 'users.list', userFeatures),
  {
    path: '/users/waiting',
    title: 'Registrations',
    needs: ['accounts.listWaiting'],
    features: [],
  },
  { path: '/users/new', title: 'New user', needs: ['users.create'], features: [] },
  {
    path: '/users/…',
    title: 'User',
    needs: ['users.details'],
    features: [
      feature('editing', 'users.update'),
      ...userFeatures.slice(1),
      feature('activity', 'users.activity'),
      feature('history', 'auditLog.list'),
      feature('second factor', 'secondFactor.ofUser'),
      feature('inviting again', 'accounts.invite'),
    ],
  },
  ...(Object.keys(others) as (keyof typeof others)[]).map((name) =>
    listScreen(areas[name], areas[name], `${name}.list`, [
      ...ofArea[name],
      feature('records that are not on the page', `${name}.details`),
    ]),
  ),
  { path: '/audit-log', title: 'Audit log', needs: ['auditLog.list'], features: [] },
  {
    path: '/profile',
    always: true,
    title: 'Profile',
    needs: ['profile.own'],
    features: [
      feature('sessions', 'profile.sessions'),
      feature('second factor', 'secondFactor.own'),
    ],
  },
  {
    path: '(any)',
    always: true,
    title: 'Not permitted',
    needs: [],
    features: [feature('who can grant it', 'permissions.why')],
  },
]
