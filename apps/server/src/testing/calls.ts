import type { Permission } from '@steward/contract/permissions/permissions'
import { type UserType, userSubmodule, userTypes } from '@steward/contract/users/users'
import { usualDays } from '../modules/privacy/retention-settings.store.ts'
import { accountCalls } from './account-calls.ts'
import { contentCalls } from './content-calls.ts'
import { nextNumber } from './factories.ts'
import type { GuardedCall, GuardedName } from './guarded-call.ts'

/** The type of people that a permission covers; `admin` where it says nothing of it. */
export const typeOf = (need: Permission | undefined): UserType =>
  userTypes.find((type) => userSubmodule[type] === need?.submodule) ?? 'admin'

const list = { request: () => ({}), answers: 200 }
const read = { own: 200, other: 200, deleted: 404, unknown: 404 }
const change = read
const forbiddenOnOneself = { ...change, own: 409 }
const purge = { own: 409, other: 409, deleted: 200, unknown: 404 }
const ofNoRole = {
  role: '00000000-0000-7000-8000-000000000000',
  permission: { module: 'Operations', submodule: 'Bills', action: 'list' },
}
const bringBack = { own: 200, other: 200, deleted: 200, unknown: 404 }

/**
 * Every guarded call. One that is missing here does not compile, so that none escapes the test of
 * who may make it.
 */
export const guardedCalls: { readonly [N in GuardedName]: GuardedCall<N> } = {
  'session.logout': { request: () => ({}), answers: 200 },
  'permissions.own': list,
  'permissions.why': {
    request: () => ({ query: { module: 'Operations', submodule: 'Bills' } }),
    answers: 200,
  },
  'permissions.holders': {
    request: () => ({ query: { module: 'Operations', submodule: 'Bills', action: 'list' } }),
    answers: 200,
  },
  'auditLog.list': list,
  // Whoever is let through is told that there is nothing.
  'auditLog.undo': { request: () => ({ params: { id: '999999999' } }), answers: 404 },
  'auditLog.undoSpan': {
    request: () => ({
      body: {
        actor: '00000000-0000-7000-8000-000000000000',
        from: '2001-01-01',
        to: '2001-01-02',
      },
    }),
    answers: 404,
  },
  'live.stream': list,
  'live.presence': { request: () => ({ body: { tab: 'one', open: null } }), answers: 200 },
  'trash.settings': list,
  'savedViews.list': list,
  'savedViews.roles': list,
  // Whoever is let through is told that there is no such list for them.
  'savedViews.create': {
    request: () => ({ body: { name: `View ${nextNumber()}`, list: 'tasks', search: {} } }),
    answers: 403,
  },
  'savedViews.update': { request: () => ({ params: { id: '0' }, body: {} }), answers: 404 },
  'savedViews.delete': { request: () => ({ params: { id: '0' } }), answers: 404 },
  'savedViews.restore': { request: () => ({ params: { id: '0' } }), answers: 404 },
  'search.everywhere': list,
  'words.read': list,
  // Only for owners, whatever permission somebody holds.
  'changes.list': list,
  'serviceAccounts.list': list,
  'provisioning.read': list,
  // Whoever is let through is told that there is no such role, account or key.
  'serviceAccounts.create': {
    request: () => ({ body: { name: 'Sync', role: '0' } }),
    answers: 422,
  },
  'serviceAccounts.createKey': {
    request: () => ({ params: { id: '0' }, body: { name: 'Nightly' } }),
    answers: 404,
  },
  'serviceAccounts.rotateKey': {
    request: () => ({ params: { id: '0' }, body: {} }),
    answers: 404,
  },
  'serviceAccounts.revokeKey': { request: () => ({ params: { id: '0' } }), answers: 404 },
  'webhooks.list': list,
  // Whoever is let through is told that the address leads inside, or that there is no such webhook.
  'webhooks.create': {
    request: () => ({ body: { name: 'Receiver', url: 'https://127.0.0.1/' } }),
    answers: 422,
  },
  'webhooks.update': { request: () => ({ params: { id: '0' }, body: {} }), answers: 404 },
  'webhooks.delete': { request: () => ({ params: { id: '0' } }), answers: 404 },
  'webhooks.restore': { request: () => ({ params: { id: '0' } }), answers: 404 },
  'webhooks.test': { request: () => ({ params: { id: '0' } }), answers: 404 },
  'webhooks.rotateSecret': { request: () => ({ params: { id: '0' }, body: {} }), answers: 404 },
  'webhooks.deliveries': { request: () => ({ params: { id: '0' } }), answers: 404 },
  'webhooks.replay': {
    request: () => ({ params: { id: '0' }, body: { delivery: '1' } }),
    answers: 404,
  },
  // Everybody sees what they may decide; whoever is let through is told that there is no such request.
  'consents.rules': list,
  'consents.saveRules': {
    request: () => ({
      body: { purge: false, ownerRoles: false, exportPeople: false, bulk: null, version: 1 },
    }),
    answers: 403,
  },
  'consents.list': list,
  'consents.open': list,
  'consents.details': { request: () => ({ params: { id: '0' } }), answers: 404 },
  // Whoever is let through is told that nobody else has to agree.
  'consents.create': {
    request: () => ({ body: { call: 'words.save', body: { words: {} }, reason: 'Because' } }),
    answers: 403,
  },
  'consents.agree': { request: () => ({ params: { id: '0' }, body: {} }), answers: 404 },
  'consents.decline': {
    request: () => ({ params: { id: '0' }, body: { reason: 'No' } }),
    answers: 404,
  },
  'consents.withdraw': { request: () => ({ params: { id: '0' } }), answers: 404 },
  'loans.list': list,
  'loans.own': list,
  'loans.details': { request: () => ({ params: { id: '0' } }), answers: 404 },
  // Whoever is let through is told that this can't be on loan.
  'loans.ask': {
    request: () => ({
      body: { module: 'Roles', submodule: 'Roles', action: 'update', reason: 'One', minutes: 5 },
    }),
    answers: 422,
  },
  'loans.grant': { request: () => ({ params: { id: '0' }, body: {} }), answers: 404 },
  'loans.decline': {
    request: () => ({ params: { id: '0' }, body: { reason: 'No' } }),
    answers: 404,
  },
  'loans.withdraw': { request: () => ({ params: { id: '0' } }), answers: 404 },
  'loans.end': { request: () => ({ params: { id: '0' } }), answers: 404 },
  'temporaryRoles.list': { request: () => ({ params: { id: '0' } }), answers: 404 },
  'temporaryRoles.give': {
    request: () => ({
      params: { id: '0' },
      body: {
        role: '00000000-0000-7000-8000-000000000000',
        until: new Date(Date.now() + 60_000).toISOString(),
        reason: 'Holidays',
      },
    }),
    answers: 404,
  },
  'temporaryRoles.end': { request: () => ({ params: { id: '0' } }), answers: 404 },
  'proposals.list': list,
  // Whoever is let through is told that there is no such proposal, account or bounds.
  'proposals.details': { request: () => ({ params: { id: '0' } }), answers: 404 },
  'proposals.approve': { request: () => ({ params: { id: '0' }, body: {} }), answers: 404 },
  'proposals.reject': {
    request: () => ({ params: { id: '0' }, body: { reason: 'No' } }),
    answers: 404,
  },
  // Whoever is let through is told that there is no such person.
  'privacy.export': { request: () => ({ params: { id: '0' } }), answers: 404 },
  'privacy.preview': { request: () => ({ params: { id: '0' } }), answers: 404 },
  'privacy.erase': {
    request: () => ({
      params: { id: '0' },
      body: { content: 'keep', reason: 'Asked for it', name: 'Nobody' },
    }),
    answers: 404,
  },
  'privacy.list': list,
  'privacy.retention': list,
  // Nothing changes, so that no step-up is asked for.
  'privacy.saveRetention': {
    request: () => ({ body: { days: usualDays(30) } }),
    answers: 200,
  },
  'agentBounds.list': list,
  'agentBounds.save': {
    request: () => ({
      body: {
        account: '00000000-0000-7000-8000-000000000000',
        areas: ['bills'],
        actions: ['update'],
        recordsPerHour: 10,
      },
    }),
    answers: 404,
  },
  'agentBounds.delete': { request: () => ({ params: { id: '0' } }), answers: 404 },
  'identityProviders.list': list,
  // Whoever is let through is told that there is no such machine, or no such provider.
  'identityProviders.create': {
    request: () => ({
      body: { name: 'Keycloak', issuer: 'https://id.invalid', clientId: 'steward' },
    }),
    answers: 422,
  },
  'identityProviders.update': { request: () => ({ params: { id: '0' }, body: {} }), answers: 404 },
  'identityProviders.delete': { request: () => ({ params: { id: '0' } }), answers: 404 },
  'identityProviders.discover': {
    request: () => ({ body: { issuer: 'https://id.invalid' } }),
    answers: 200,
  },
  'identityProviders.explain': {
    request: () => ({ params: { id: '0' }, body: { token: '{}' } }),
    answers: 404,
  },
  // Only for owners, whatever permission somebody holds.
  'identityProviders.setPasswords': { request: () => ({ body: { off: false } }), answers: 403 },
  'openid.own': list,
  'openid.startOwn': {
    request: () => ({
      body: { provider: '00000000-0000-7000-8000-000000000000', purpose: 'step_up' },
    }),
    answers: 404,
  },
  'openid.finishOwn': {
    request: () => ({
      body: {
        provider: '00000000-0000-7000-8000-000000000000',
        binding: 'none',
        parameters: 'state=none',
      },
    }),
    answers: 400,
  },
  'openid.keepPassword': { request: () => ({ body: { keep: true } }), answers: 403 },
  'words.save': { request: () => ({ body: { words: {} } }), answers: 403 },
  'dashboard.counts': list,
  'dashboard.waiting': list,
  'dashboard.roles': list,

  'roles.list': list,
  'roles.listInactive': list,
  'roles.listDeleted': list,
  'roles.listAssignable': list,
  'roles.create': {
    request: () => ({ body: { name: `New role ${nextNumber()}`, permissions: [] } }),
    answers: 201,
  },
  'roles.update': {
    about: 'roles',
    request: ({ id }) => ({ body: { _id: id, name: `Renamed ${nextNumber()}` } }),
    answers: change,
  },
  'roles.updateImage': {
    about: 'roles',
    request: ({ id }) => ({ body: { _id: id, image: null } }),
    answers: change,
  },
  'roles.updateStatus': {
    about: 'roles',
    request: ({ id }) => ({ body: { _id: id, status: 'inactive' } }),
    answers: forbiddenOnOneself,
  },
  'roles.delete': {
    about: 'roles',
    request: ({ id }) => ({ params: { id } }),
    answers: forbiddenOnOneself,
  },
  'roles.restore': {
    about: 'roles',
    request: ({ id }) => ({ params: { id } }),
    answers: bringBack,
  },
  'roles.updateSecurity': {
    about: 'roles',
    request: ({ id }) => ({ body: { _id: id, maxSessions: 3 } }),
    answers: change,
  },
  // Whoever is let through needs the permission to list admins, too.
  'accessReview.list': { request: () => ({}), answers: 403 },
  'accessReview.listRoles': { request: () => ({}), answers: 403 },
  'accessReview.file': { request: () => ({}), answers: 403 },
  'accessReview.preview': { request: () => ({ body: { permissions: [ofNoRole] } }), answers: 403 },
  'accessReview.takeAway': { request: () => ({ body: { permissions: [ofNoRole] } }), answers: 403 },
  'accessReview.giveBack': { request: () => ({ body: { permissions: [ofNoRole] } }), answers: 403 },
  'roles.effect': {
    about: 'roles',
    request: ({ id }) => ({ body: { _id: id, permissions: [] } }),
    answers: read,
  },
  'roles.replay': {
    about: 'roles',
    request: ({ id }) => ({ body: { _id: id, permissions: [] } }),
    answers: read,
  },
  'roles.preview': {
    about: 'roles',
    request: ({ id }) => ({ body: { _id: id } }),
    answers: read,
  },

  'roles.purge': {
    about: 'roles',
    request: ({ id }) => ({ params: { id } }),
    answers: purge,
  },

  'users.purge': {
    about: 'users',
    request: ({ id }) => ({ params: { id } }),
    answers: purge,
  },
  'users.listAdmins': list,
  'users.listBusiness': list,
  'users.list': list,
  'users.details': {
    about: 'users',
    request: ({ id }) => ({ params: { id } }),
    answers: read,
  },
  'users.activity': {
    about: 'users',
    request: ({ id }) => ({ params: { id } }),
    answers: read,
  },
  'users.create': {
    request: ({ need }) => ({
      body: {
        name: 'New person',
        email: `new-${nextNumber()}@example.com`,
        type: typeOf(need),
      },
    }),
    answers: 201,
  },
  'users.update': {
    about: 'users',
    request: ({ id }) => ({ params: { id }, body: { id, name: `Renamed ${nextNumber()}` } }),
    answers: change,
  },
  'users.changeStatus': {
    about: 'users',
    request: ({ id }) => ({ params: { id } }),
    answers: forbiddenOnOneself,
  },
  'users.setShoppingFeed': {
    about: 'users',
    request: ({ id }) => ({ params: { userId: id }, body: { status: 'inactive' } }),
    answers: change,
  },
  'users.delete': {
    about: 'users',
    request: ({ id }) => ({ params: { id } }),
    answers: forbiddenOnOneself,
  },
  'users.restore': {
    about: 'users',
    request: ({ id }) => ({ params: { id } }),
    answers: bringBack,
  },
  'users.assignRole': {
    about: 'users',
    request: ({ id, plainRole }) => ({ body: { role: plainRole, users: [id] } }),
    answers: forbiddenOnOneself,
  },

  ...accountCalls,
  ...contentCalls,
}
