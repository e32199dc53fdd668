import { type Area, type AreaName, areas, type Named } from '@steward/contract/areas'
import type { Route } from '@steward/contract/route'
import { type EndpointName, routes } from '@steward/contract/routes'
import type { OwnCall } from '@steward/contract/specified-calls'
import { abilities, type Check } from './check.ts'
import { isSpecified, shownCall } from './findings.ts'

/** What a screen can do, and the calls without which it goes without. */
type Features = Readonly<Record<string, EndpointName | readonly EndpointName[]>>

/** A screen of the web app, and the calls that it can't do without. */
interface Screen {
  path: string
  title: string
  needs: readonly EndpointName[]
  features?: Features
  /** Shown whatever the own permissions say; every other screen is hidden where they can't be read. */
  always?: true
}

/** What a call does to the records of an area, by the last part of its name. */
const doings = {
  create: 'creating',
  update: 'editing',
  status: 'status',
  updateStatus: 'status',
  changeStatus: 'status',
  setShoppingFeed: 'shopping feed status',
  decide: 'deciding about reports',
  delete: 'deleting',
  restore: 'undo after deleting',
  totals: 'totals',
  comments: 'comments',
  details: 'records that are not on the page',
}

/** What can be done to the records of an area, by its calls. */
function doingsOf(area: AreaName): Features {
  const calls = Object.entries(doings).map(([last, words]) => [words, `${area}.${last}`] as const)
  return Object.fromEntries(
    calls.filter(([, call]) => call in routes && call !== 'users.details'),
  ) as Features
}

/** A list of an area, with what its record says of exports, jobs and imports. */
function listScreen(
  { title, path }: Pick<Named, 'title' | 'path'>,
  area: AreaName,
  list: EndpointName = `${area}.list`,
  features: Features = doingsOf(area),
): Screen {
  const { bulk, exported, imported }: Area = areas[area]
  const shared: Features = {
    ...(exported.length > 0 && { exports: 'exports.create' }),
    ...(bulk && { 'bulk jobs': ['jobs.create', 'jobs.list'] }),
    ...(imported.length > 0 && { imports: 'imports.create' }),
    'deleted records': 'trash.settings',
    'saved views': 'savedViews.list',
  }
  return { path, title, needs: [list], features: { ...features, ...shared } }
}

const { roles: _roles, users, ...others } = areas
const { admins, businessUsers, members } = users.lists

/** Every screen of the web app. */
export const screens: readonly Screen[] = [
  {
    path: '/',
    title: 'Sign in',
    needs: ['session.login'],
    features: { 'signing out': 'session.logout', passkeys: 'session.passkeyOptions' },
    always: true,
  },
  {
    path: '/register',
    title: 'Create an account',
    needs: ['accounts.register'],
    features: { 'what happens next': 'accounts.registration' },
    always: true,
  },
  {
    path: '/forgot-password',
    title: 'Forgot password',
    needs: ['accounts.forgotPassword'],
    always: true,
  },
  {
    path: '/reset-password/…',
    title: 'New password',
    needs: ['accounts.resetPassword'],
    features: { 'telling a dead link at once': 'accounts.checkLink' },
    always: true,
  },
  { path: '(sidebar)', title: 'Entries by permission', needs: [] },
  {
    path: '/dashboard',
    title: 'Dashboard',
    needs: ['dashboard.counts'],
    features: {
      'the roles': 'dashboard.roles',
      'the newest changes': 'auditLog.list',
      'what waits': 'dashboard.waiting',
    },
  },
  listScreen(areas.roles, 'roles'),
  listScreen({ title: 'Inactive roles', path: '/roles/inactive' }, 'roles', 'roles.listInactive', {
    status: 'roles.updateStatus',
  }),
  listScreen({ title: 'Deleted roles', path: '/roles/deleted' }, 'roles', 'roles.listDeleted', {
    restoring: 'roles.restore',
  }),
  { path: '/roles/new', title: 'New role', needs: ['roles.create'] },
  {
    path: '/roles/…',
    title: 'Role editor',
    needs: ['roles.list'],
    features: {
      'saving changes': 'roles.update',
      'a picture': 'roles.updateImage',
      'the effect before saving': 'roles.effect',
      'viewing as the role': 'roles.preview',
      'security of its people': 'roles.updateSecurity',
    },
  },
  listScreen(admins, 'users', 'users.listAdmins', {
    ...doingsOf('users'),
    'giving many a role': 'users.assignRole',
  }),
  listScreen(businessUsers, 'users', 'users.listBusiness'),
  listScreen(members, 'users'),
  { path: '/users/waiting', title: 'Registrations', needs: ['accounts.listWaiting'] },
  { path: '/users/new', title: 'New user', needs: ['users.create'] },
  {
    path: '/users/…',
    title: 'User',
    needs: ['users.details'],
    features: {
      ...doingsOf('users'),
      activity: 'users.activity',
      history: 'auditLog.list',
      'second factor': 'secondFactor.ofUser',
      'inviting again': 'accounts.invite',
    },
  },
  ...(Object.keys(others) as (keyof typeof others)[]).map((area) => listScreen(areas[area], area)),
  { path: '/audit-log', title: 'Audit log', needs: ['auditLog.list'] },
  {
    path: '/profile',
    title: 'Profile',
    needs: ['profile.own'],
    features: { sessions: 'profile.sessions', 'second factor': 'secondFactor.own' },
    always: true,
  },
  {
    path: '(any)',
    title: 'Not permitted',
    needs: [],
    features: { 'who can grant it': 'permissions.why' },
    always: true,
  },
]

/** Every call that a screen uses. */
export const usedCalls: readonly EndpointName[] = [
  ...new Set(
    screens.flatMap(({ needs, features = {} }) => [...needs, ...Object.values(features).flat()]),
  ),
]

/** Those of them that stand beside the specification. */
export const ownCalls = usedCalls.filter((name): name is OwnCall => !isSpecified(name))

/** What of the web app works with the server. */
export interface ScreenFinding {
  path: string
  title: string
  works: 'works' | 'works without some' | 'doesn’t work' | 'not offered' | 'not known'
  /** What it goes without. */
  without: string[]
  /** Features of which nothing is known. */
  unknown: string[]
  /** Why it doesn't work, or why nothing is known. */
  because: string | null
}

/** Derives the screens from what was found of their calls. */
export const findScreens = (check: Check): ScreenFinding[] =>
  screens.map((screen) => findScreen(check, screen))

function findScreen({ findings, lists }: Check, screen: Screen): ScreenFinding {
  const { path, title, features = {}, always } = screen
  const needs = always ? screen.needs : [...screen.needs, 'permissions.own' as const]
  const is = (name: EndpointName) => {
    const { verdict, usable } = findings.of(name)
    if (verdict !== 'not tried') return usable ? 'usable' : 'not usable'
    // As in the web app, the own profile stands for those of ours that can't be asked for.
    const { method, path, needs: permitted }: Route = routes[name]
    const tells = permitted === 'public' || (method === 'GET' && !path.includes('{'))
    const isLeftOut = !tells && !isSpecified(name)
    return isLeftOut && findings.of('profile.own').verdict === 'not offered'
      ? 'not usable'
      : 'unknown'
  }
  const having = (wanted: ReturnType<typeof is>) =>
    Object.keys(features).filter((words) =>
      [features[words] ?? []].flat().some((call) => is(call) === wanted),
    )
  const nobody = needs.flatMap((call) =>
    abilities.filter((ability) => lists.get(call)?.[ability] === 'nobody'),
  )
  const without = [...nobody, ...having('not usable')]
  const unknown = having('unknown').filter((words) => !without.includes(words))
  const found = { path, title, without, unknown }
  const broken = needs.find((call) => is(call) === 'not usable')
  const untried = needs.find((call) => is(call) === 'unknown')
  if (broken) {
    const { verdict, words } = findings.of(broken)
    const call = shownCall(broken)
    if (verdict === 'not offered') {
      return { ...found, works: 'not offered', because: `${call}: ${words[0]}` }
    }
    const how = verdict === 'lacks' ? 'is lacking' : 'differs'
    return { ...found, works: 'doesn’t work', because: `${call} ${how}` }
  }
  if (untried) return { ...found, works: 'not known', because: `${shownCall(untried)} not tried` }
  return { ...found, works: without.length > 0 ? 'works without some' : 'works', because: null }
}
