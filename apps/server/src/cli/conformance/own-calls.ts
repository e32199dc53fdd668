import type { Route } from '@steward/contract/route'
import { routes } from '@steward/contract/routes'
import type { OwnCall } from '@steward/contract/specified-calls'
import { type Check, judge, type Sent, send } from './check.ts'
import type { Answer } from './client.ts'
import type { MadeRecord } from './made.ts'
import { idOf } from './reading.ts'

/** Of ours, and only reading: the rest of a feature stands and falls with them. */
const reads: readonly (readonly [OwnCall, Sent?])[] = [
  ['accounts.registration', { authorization: null }],
  ['accounts.listWaiting'],
  ['profile.own'],
  ['profile.sessions'],
  ['secondFactor.own'],
  ['permissions.why', { query: { module: 'Roles', submodule: 'Roles', action: 'list' } }],
  ['bills.totals'],
  ['jobs.list'],
  ['auditLog.list'],
]

/** Of ours, asked for nothing or for a record that nobody has: a refusal shows that it is there. */
const empty: readonly (readonly [OwnCall, Sent?])[] = [
  ['session.passkeyOptions', { authorization: null }],
  ['accounts.register', { authorization: null, json: {} }],
  ['accounts.checkLink', { authorization: null, json: {} }],
  ['accounts.invite'],
  ['roles.effect', { json: {} }],
  ['roles.preview', { json: {} }],
  ['roles.updateSecurity', { json: {} }],
  ['users.assignRole', { json: {} }],
  ['bills.restore'],
  ['posts.restore'],
  ['shoppingPosts.status', { json: {} }],
  ['jobs.create', { json: {} }],
  ['exports.create', { json: {} }],
  ['imports.create'],
]

/** Looks for what stands beside the specification. Its lack costs a feature, never a screen. */
export async function checkOwnReads(check: Check): Promise<void> {
  for (const [name, sent] of reads) await probe(check, name, sent)
  for (const [name, list] of [
    ['users.activity', 'users.list'],
    ['secondFactor.ofUser', 'users.listAdmins'],
    ['events.details', 'events.list'],
    ['polls.details', 'polls.list'],
    ['tasks.details', 'tasks.list'],
    ['bills.details', 'bills.list'],
    ['posts.details', 'posts.list'],
    ['categories.details', 'categories.list'],
    ['shoppingPosts.details', 'shoppingPosts.list'],
  ] as const) {
    const id = check.seen
      .get(list)
      ?.map(idOf)
      .find((each) => each)
    if (id) await probe(check, name, { params: { id } })
  }
}

/** The same for calls that could write, of some other server: only with consent. */
export async function checkOwnWrites(check: Check): Promise<void> {
  for (const [name, sent] of empty) await probe(check, name, sent)
}

/** Brings back what was just deleted where the server can, and deletes it again. */
export async function tryRestore(
  check: Check,
  name: 'users.restore' | 'categories.restore',
  made: MadeRecord,
): Promise<void> {
  const id = made.id ?? ''
  made.gone = false
  const answer = await probe(check, name, { params: { id } })
  if (answer.status < 300 && answer.status > 0) {
    made.gone = (await made.remove(id)).status < 300
  } else made.gone = answer.status >= 400
}

async function probe(check: Check, name: OwnCall, sent: Sent = {}): Promise<Answer> {
  const id = `conformance-${check.mark}`
  const answer = await send(check, name, { params: { id }, ...sent })
  const { status } = answer
  if (status === 401 && routes[name].needs === 'public') {
    check.findings.add(name, 'not offered', 'status 401; this call has to be public')
  } else if (status >= 400 && status < 500 && ![401, 403, 404, 405, 429].includes(status)) {
    check.findings.add(name, 'has', `refuses what is empty with status ${status}`)
  } else if (status === 404 && !(await isUnknownCall(check, name, answer))) {
    check.findings.add(name, 'has', 'knows the call, and not the record')
  } else judge(check, name, answer)
  return answer
}

/** Whether a 404 is what the server also says of a call that surely nobody has. */
async function isUnknownCall(check: Check, name: OwnCall, answer: Answer): Promise<boolean> {
  const { method, path }: Route = routes[name]
  if (!path.includes('{')) return true
  const other = await check.client.ask({
    method,
    path: `admin/no-such-call/conformance-${check.mark}`,
    headers: { Authorization: `Bearer ${check.session.token}` },
  })
  // Many servers repeat the path that they don't know.
  const words = ({ body }: Answer) =>
    JSON.stringify(body ?? null)
      .replaceAll(/\badmin\/[^\s"'?]*/g, '')
      .replaceAll(/\d/g, '')
  return other.status === 404 && words(other) === words(answer)
}
