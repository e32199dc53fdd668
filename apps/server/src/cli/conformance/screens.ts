import { type Area, type AreaName, areas, type Named } from '@steward/contract/areas/areas'
import type { Route } from '@steward/contract/calls/route'
import { type EndpointName, routes } from '@steward/contract/calls/routes'
import type { OwnCall } from '@steward/contract/calls/specified-calls'
import { abilities, type Check } from './check.ts'
import { type Findings, isSpecified, shownCall } from './findings.ts'

/** Features of a screen, each with the calls that it needs. */
type Features = Readonly<Record<string, EndpointName | readonly EndpointName[]>>

/** A screen of the web app; without the call `needs` it doesn't work at all. */
const page = (
  path: string,
  title: string,
  needs: EndpointName | null,
  features: Features = {},
) => ({ path, title, needs, features })

type Screen = ReturnType<typeof page>

/** The feature of a call, by the last part of the call's name. */
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

function doingsOf(area: AreaName): Features {
  const calls = Object.entries(doings).map(([last, words]) => [words, `${area}.${last}`] as const)
  return Object.fromEntries(
    calls.filter(([, call]) => call in routes && call !== 'users.details'),
  ) as Features
}

function list(
  { title, path }: Pick<Named, 'title' | 'path'>,
  area: AreaName,
  call: EndpointName = `${area}.list`,
  features: Features = doingsOf(area),
): Screen {
  const { bulk, exported, imported }: Area = areas[area]
  return page(path, title, call, {
    ...features,
    ...(exported.length > 0 && { exports: 'exports.create' }),
    ...(bulk && { 'bulk jobs': ['jobs.create', 'jobs.list'] }),
    ...(imported.length > 0 && { imports: 'imports.create' }),
    'deleted records': 'trash.settings',
    'saved views': 'savedViews.list',
  })
}

const { roles, users, ...others } = areas
const { admins, businessUsers, members } = users.lists
const { creating: _creating, ...ofOneUser } = doingsOf('users')

export const screens: readonly Screen[] = [
  page('/', 'Sign in', 'session.login', {
    'signing out': 'session.logout',
    passkeys: 'session.passkeyOptions',
  }),
  page('/register', 'Create an account', 'accounts.register', {
    'what happens next': 'accounts.registration',
  }),
  page('/forgot-password', 'Forgot password', 'accounts.forgotPassword'),
  page('/reset-password/…', 'New password', 'accounts.resetPassword', {
    'telling a dead link at once': 'accounts.checkLink',
  }),
  page('(sidebar)', 'Entries by permission', 'permissions.own'),
  page('/dashboard', 'Dashboard', 'dashboard.counts', {
    'the roles': 'dashboard.roles',
    'the newest changes': 'auditLog.list',
    'what waits': 'dashboard.waiting',
  }),
  list(roles, 'roles'),
  list({ title: 'Inactive roles', path: '/roles/inactive' }, 'roles', 'roles.listInactive', {
    status: 'roles.updateStatus',
  }),
  list({ title: 'Deleted roles', path: '/roles/deleted' }, 'roles', 'roles.listDeleted', {
    restoring: 'roles.restore',
  }),
  page('/roles/new', 'New role', 'roles.create'),
  page('/roles/…', 'Role editor', 'roles.list', {
    'saving changes': 'roles.update',
    'a picture': 'roles.updateImage',
    'the effect before saving': 'roles.effect',
    'viewing as the role': 'roles.preview',
    'security of its people': 'roles.updateSecurity',
  }),
  list(admins, 'users', 'users.listAdmins', {
    ...doingsOf('users'),
    'giving many a role': 'users.assignRole',
  }),
  list(businessUsers, 'users', 'users.listBusiness'),
  list(members, 'users'),
  page('/users/waiting', 'Registrations', 'accounts.listWaiting'),
  page('/users/new', 'New user', 'users.create'),
  page('/users/…', 'User', 'users.details', {
    ...ofOneUser,
    activity: 'users.activity',
    history: 'auditLog.list',
    'second factor': 'secondFactor.ofUser',
    'inviting again': 'accounts.invite',
  }),
  ...(Object.keys(others) as (keyof typeof others)[]).map((area) => list(areas[area], area)),
  page('/audit-log', 'Audit log', 'auditLog.list'),
  page('/profile', 'Profile', 'profile.own', {
    sessions: 'profile.sessions',
    'second factor': 'secondFactor.own',
  }),
  page('(any)', 'Not permitted', null, { 'who can grant it': 'permissions.why' }),
]

export const usedCalls: readonly EndpointName[] = [
  ...new Set(
    screens.flatMap((screen) => [screen.needs ?? [], ...Object.values(screen.features)].flat()),
  ),
]

/** The calls of screens that the specification doesn't have. */
export const ownCalls = usedCalls.filter((name): name is OwnCall => !isSpecified(name))

export type ScreenFinding = ReturnType<typeof findScreen>

export const findScreens = (check: Check) => screens.map((screen) => findScreen(check, screen))

function findScreen({ findings, lists }: Check, screen: Screen) {
  const { path, title, features } = screen
  const isAlways = screen.needs === null || typeof routes[screen.needs].needs === 'string'
  // While permissions can't be read, the web app shows only screens that need none.
  const needs = [screen.needs ?? [], isAlways ? [] : ('permissions.own' as const)].flat()
  const is = (wanted: State) => (call: EndpointName) => stateOf(findings, call) === wanted
  const having = (wanted: State) =>
    Object.keys(features).filter((words) => [features[words] ?? []].flat().some(is(wanted)))
  const nobody = needs.flatMap((call) =>
    abilities.filter((ability) => lists.get(call)?.[ability] === 'nobody'),
  )
  const without = [...nobody, ...having('not usable')]
  const unknown = having('unknown').filter((words) => !without.includes(words))
  const found = (
    works: 'works' | 'works without some' | 'doesn’t work' | 'not offered' | 'not known',
    because: string | null = null,
  ) => ({
    path,
    title,
    works,
    without,
    unknown,
    /** Why the screen doesn't work, or why that isn't known. */
    because,
  })
  const broken = needs.find(is('not usable'))
  const untried = needs.find(is('unknown'))
  if (broken) {
    const { verdict, words } = findings.of(broken)
    const call = shownCall(broken)
    if (verdict === 'not offered') return found('not offered', `${call}: ${words[0]}`)
    return found('doesn’t work', `${call} ${verdict === 'lacks' ? 'is lacking' : 'differs'}`)
  }
  if (untried) return found('not known', `${shownCall(untried)} not tried`)
  return found(without.length > 0 ? 'works without some' : 'works')
}

type State = 'usable' | 'not usable' | 'unknown'

function stateOf(findings: Findings, name: EndpointName): State {
  const { verdict, usable } = findings.of(name)
  if (verdict !== 'not tried') return usable ? 'usable' : 'not usable'
  // As in the web app: for a call that can't be tried, the own profile shows whether the server has such calls.
  const { method, path, needs }: Route = routes[name]
  const tells = needs === 'public' || (method === 'GET' && !path.includes('{'))
  const isLeftOut = findings.of('profile.own').verdict === 'not offered'
  return !tells && !isSpecified(name) && isLeftOut ? 'not usable' : 'unknown'
}
