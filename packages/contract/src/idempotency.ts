import type { FailureCode } from './errors.ts'
import type { EndpointName } from './routes.ts'

/**
 * Names one act of a person, whatever a client makes up: a request that comes again with the same
 * key changes nothing again, and gets the first answer again for {@link keptHours}. As in the IETF
 * draft "The Idempotency-Key HTTP Header Field". The same request is the same call with the same path,
 * query and body as they are once they are checked: neither the order of fields, nor blanks around a text, nor
 * fields that the call doesn't know make another one. Of a file its bytes count.
 * Another request under the same key is 409.
 */
export const keyHeader = 'Idempotency-Key'

/** Characters that a key may have. */
export const mostKeyLength = 200

/** Hours for which the first answer is given again. */
export const keptHours = 24

/** Says `true` on an answer that is the first one again. */
export const replayedHeader = 'Idempotent-Replayed'

/**
 * Says `true` on every answer of a server that honours keys on the calls below. A client sends keys,
 * and repeats writes by itself, only where the server says so.
 */
export const acceptsKeysHeader = 'Accept-Idempotency-Key'

/** What a call that takes a key can fail with because of it. */
export const keyFailures = [
  'key_reused',
  'in_progress',
  'already_done',
] as const satisfies readonly FailureCode[]

/**
 * The writes that take a key. Every other one passes it over: what is not decided here is not
 * stored. Left out on purpose are
 *
 * - public calls: nobody is known whose key it would be, and most answers of theirs are secrets;
 * - calls whose answer holds a secret, which must not lie in the database: `roles.preview` and
 *   `exports.create` (tokens), `secondFactor.startTotp`, `confirmTotp`, `newRecoveryCodes` and
 *   `addPasskey` (the secret of an app, recovery codes), `secondFactor.passkeyOptions` and
 *   `profile.stepUpOptions` (challenges);
 * - calls about the session that makes them: `session.logout`, `profile.stepUp`;
 * - calls that change nothing: `imports.preview`, `roles.effect`.
 */
const keyed: ReadonlySet<EndpointName> = new Set([
  'accounts.approve',
  'accounts.decline',
  'accounts.invite',
  'profile.update',
  'profile.image',
  'profile.changePassword',
  'profile.endOtherSessions',
  'profile.endSession',
  'secondFactor.removeTotp',
  'secondFactor.renamePasskey',
  'secondFactor.removePasskey',
  'secondFactor.clear',
  'roles.create',
  'roles.update',
  'roles.updateImage',
  'roles.updateStatus',
  'roles.updateSecurity',
  'roles.delete',
  'roles.restore',
  'roles.purge',
  'auditLog.undo',
  'auditLog.undoSpan',
  'users.create',
  'users.update',
  'users.changeStatus',
  'users.setShoppingFeed',
  'users.delete',
  'users.restore',
  'users.purge',
  'users.assignRole',
  'bills.create',
  'bills.update',
  'bills.delete',
  'bills.restore',
  'bills.purge',
  'posts.delete',
  'posts.decide',
  'posts.undoDecision',
  'posts.restore',
  'posts.purge',
  'categories.create',
  'categories.update',
  'categories.delete',
  'categories.restore',
  'categories.purge',
  'shoppingPosts.status',
  'shoppingPosts.delete',
  'shoppingPosts.restore',
  'shoppingPosts.purge',
  'tasks.create',
  'tasks.update',
  'tasks.comment',
  'tasks.deleteComment',
  'tasks.restoreComment',
  'tasks.delete',
  'tasks.restore',
  'tasks.purge',
  'polls.create',
  'polls.update',
  'polls.delete',
  'polls.restore',
  'polls.purge',
  'events.create',
  'events.update',
  'events.delete',
  'events.restore',
  'events.purge',
  'jobs.create',
  'jobs.pause',
  'jobs.resume',
  'jobs.cancel',
  'jobs.undo',
  'imports.create',
  'imports.start',
  'imports.delete',
  'savedViews.create',
  'savedViews.update',
  'savedViews.delete',
  'savedViews.restore',
])

/** Whether a call takes an idempotency key. */
export const takesKey = (name: EndpointName): boolean => keyed.has(name)
