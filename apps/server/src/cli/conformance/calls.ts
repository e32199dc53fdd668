import { areas } from '@steward/contract/areas/areas'
import { endpoints } from '@steward/contract/calls/endpoints'
import type { Route } from '@steward/contract/calls/route'
import { type EndpointName, routes } from '@steward/contract/calls/routes'
import { allPermissions, can, permissionCatalogue } from '@steward/contract/permissions/permissions'
import { at } from '@steward/contract/values/dot-path'
import { type Check, judge, type Sent, send, tryCall } from './check.ts'
import {
  type Answer,
  dataOf,
  idOf,
  isRecord,
  isSuccess,
  messagesOf,
  type Row,
  recordIn,
  textOf,
} from './client.ts'
import { type Difference, isSpecified, unusable, usable } from './findings.ts'
import { areaOf } from './lists.ts'
import { ownCalls } from './screens.ts'

/** Checks the calls that are neither of a list nor of a record. */
export async function checkReads(check: Check): Promise<void> {
  // First, since the permissions decide which other calls to try.
  await tryCall(check, 'permissions.own', {}, (answer) => asModules(check, dataOf(answer)))
  await tryCall(check, 'dashboard.roles', {}, (answer) =>
    Array.isArray(dataOf(answer)) ? null : unusable('data isn’t an array'),
  )
  await tryCall(check, 'dashboard.counts', {}, (answer) =>
    isRecord(at(dataOf(answer), 'counts')) ? null : unusable('data.counts is missing'),
  )
}

/** Compares permissions with those of specification section 3, under the names of the settings. */
function asModules(check: Check, data: unknown): Difference | null {
  const { modules, submodules } = check.config
  if (!Array.isArray(data)) return unusable('data isn’t an array of modules')
  const names = data.filter(isRecord).map((each) => textOf(each['module']) ?? '(no module)')
  const known = Object.keys(permissionCatalogue).map((ours) => modules[ours] ?? ours)
  if (!names.some((name) => known.includes(name))) {
    const theirs = [...new Set(names)].join(', ') || 'none'
    return unusable(
      `its modules are ${theirs}; the web app looks for ${known.join(', ')}. Say in config.json which is which (docs/web-config.md)`,
    )
  }
  const hidden = known.filter((name) => !names.includes(name)).join(', ')
  if (hidden !== '') {
    const words = `${hidden}: not among them, so that their screens stay hidden`
    check.findings.addFact('the permission modules of this account', 'not offered', words)
  }
  // As in the web app (features/permissions/can.ts).
  check.granted = allPermissions.filter(({ module, submodule, action }) =>
    can(data, modules[module] ?? module, submodules[submodule] ?? submodule, action),
  )
  if (check.granted.length > 0) return null
  return unusable('no submodule that the web app knows has an action that is exactly true')
}

/** Checks the details of the first user in the lists. */
export async function checkDetails(check: Check): Promise<void> {
  const lists = ['users.list', 'users.listAdmins', 'users.listBusiness'] as const
  const id = lists.map((list) => idSeen(check, list)).find((each) => each !== undefined)
  if (id !== undefined) await detailsOf(check, id)
  else check.findings.add('users.details', 'not tried', 'no user in the lists to ask for')
}

const idSeen = ({ seen }: Check, list: EndpointName) =>
  seen.get(list)?.flatMap((row) => idOf(row) ?? [])[0]

export async function detailsOf(check: Check, id: string): Promise<Row | null> {
  const answer = await tryCall(check, 'users.details', { params: { id } }, (came) => {
    const data = dataOf(came)
    if (idOf(data) === id) return null
    if (idOf(data) !== null) return unusable('data is another user')
    return { words: 'data holds no _id nor id', usable: isRecord(data) }
  })
  return answer && (recordIn(answer)?.record ?? null)
}

/** Checks refusals: a call without a token, a wrong password, an unknown id. */
export async function checkRefusals(check: Check): Promise<void> {
  const { findings, mark, config } = check
  const { status } = await send(check, 'permissions.own', { authorization: null })
  const about = 'a guarded call without a token'
  if (status === 401) findings.addFact(about, 'has', 'refused with 401')
  else findings.addFact(about, 'differs', `status ${status}; 401 tells the web app to sign in`)

  const refusal = (about: string, answer: Answer) => {
    const said = messagesOf(answer).join('; ')
    const none = `${answer.status}, with no errors and no message to show (section 8)`
    if (answer.status < 400 || answer.status > 499) {
      findings.addFact(about, 'differs', `status ${answer.status}; 4xx is expected`)
    } else if (said !== '') findings.addFact(about, 'has', `${answer.status}: ${said}`)
    else findings.addFact(about, 'differs', none, true)
  }
  // An address without an account, so that the attempt counts against no real one.
  const nobody = {
    [config.login['email'] ?? 'email']: addressOf(check),
    [config.login['password'] ?? 'password']: `not a password ${mark}`,
  }
  const wrong = await send(check, 'session.login', { json: nobody, authorization: null })
  refusal('a sign-in that is wrong', wrong)
  const params = { id: `conformance-${mark}` }
  refusal('an id that nobody has', await send(check, 'users.details', { params }))
}

const preflighted = [
  ['GET', 'admin/users/list'],
  ['POST', 'auth/admin-login'],
  ['PUT', 'admin/bills/conformance'],
  ['PATCH', 'admin/role/update/role'],
  ['DELETE', 'admin/bills/conformance'],
] as const

/** Checks that the server allows calls from another origin (CORS preflight). */
export async function checkCors({ client, findings }: Check, origin: string): Promise<void> {
  for (const [method, path] of preflighted) {
    const { status, headers, trouble } = await client.ask({
      method: 'OPTIONS',
      path,
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': 'authorization,content-type',
      },
    })
    const allows = (name: string, value: string, any: boolean) =>
      (headers.get(`Access-Control-Allow-${name}`) ?? '')
        .toLowerCase()
        .split(/\s*,\s*/)
        .some((each) => each === value.toLowerCase() || (any && each === '*'))
    // CORS allows these methods without a preflight (Fetch, CORS-safelisted methods).
    const isSafe = method === 'GET' || method === 'POST'
    const missing = [
      (status < 200 || status > 299) && `the preflight is answered with status ${status}`,
      !allows('Origin', origin, true) && 'the origin isn’t allowed',
      !isSafe && !allows('Methods', method, true) && `${method} isn’t allowed`,
      // `*` doesn't include this header.
      !allows('Headers', 'Authorization', false) && 'the header Authorization isn’t allowed',
      !allows('Headers', 'Content-Type', true) && 'the header Content-Type isn’t allowed',
    ].filter((words) => words !== false)
    const words = status === 0 ? (trouble ?? '') : missing.join('; ')
    const about = `CORS: ${method} from ${origin}`
    if (words === '') findings.addFact(about, 'has', 'allowed')
    else findings.addFact(about, 'differs', words, true)
  }
}

const addressOf = ({ mark }: Check) => `conformance-${mark}@steward.invalid`

/** Checks a reset mail for an address without an account, and a new password by an invalid link. */
export async function checkAccounts(check: Check): Promise<void> {
  const { findings, mark, config } = check
  const json = { [config.forgotPassword['email'] ?? 'email']: addressOf(check) }
  await tryCall(check, 'accounts.forgotPassword', { json, authorization: null })

  const name = 'accounts.resetPassword'
  const dead = { token: `conformance-${mark}`, password: `no password ${mark} of anybody` }
  const answer = await send(check, name, { json: dead, authorization: null })
  const { status } = answer
  // The call should be refused.
  if (status < 400 || status > 499 || [404, 405, 429].includes(status)) {
    judge(check, name, answer, () => usable('takes a token that nobody was given'))
  } else if (messagesOf(answer).length > 0) findings.add(name, 'has')
  else {
    const words = `refuses a dead token with ${status}, and no message to show (section 8)`
    findings.add(name, 'differs', words, true)
  }
}

/** Checks the sign-out, after which the token must be invalid. */
export async function checkLogout(check: Check): Promise<void> {
  if (!(await tryCall(check, 'session.logout'))) return
  const { status } = await send(check, 'permissions.own')
  if (status === 401) return
  const words = `afterwards the token still works (status ${status}); 401 is expected`
  check.findings.add('session.logout', 'differs', words, true)
}

const changesNothing = ({ method, changesState }: Route) => method === 'GET' && !changesState

/** Checks reads that the specification doesn't have: a missing one costs a feature, never a screen. */
export async function checkOwnReads(check: Check): Promise<void> {
  for (const name of ownCalls.filter((each) => changesNothing(routes[each]))) {
    const isOfAdmin = name === 'secondFactor.ofUser'
    const list = isOfAdmin ? 'users.listAdmins' : (`${areaOf(name)}.list` as EndpointName)
    const id = idSeen(check, list)
    if (!routes[name].path.includes('{')) await probe(check, name)
    else if (id !== undefined) await probe(check, name, { params: { id } })
  }
}

/**
 * Checks calls that could write, only with consent: with an empty body, or for an unknown record. Calls that
 * might still create or change one are tried on the check's own records (writes.ts).
 */
export async function checkOwnWrites(check: Check): Promise<void> {
  for (const name of ownCalls) {
    const isOfRecord = areaOf(name) in areas && /\.(create|update)$/.test(name)
    const isTried = changesNothing(routes[name]) || isOfRecord || check.findings.calls.has(name)
    if (!isTried) await probe(check, name)
  }
}

/** Calls with an empty body or an unknown id, since a refusal shows that the call exists. */
export async function probe(check: Check, name: EndpointName, sent: Sent = {}): Promise<boolean> {
  const { needs }: Route = routes[name]
  const answer = await send(check, name, {
    params: { id: `conformance-${check.mark}` },
    ...('body' in endpoints[name] && { json: {} }),
    ...(needs === 'public' && { authorization: null }),
    ...sent,
  })
  const { status } = answer
  const isRefused = status >= 400 && status < 500 && ![401, 403, 404, 405, 429].includes(status)
  const isKnown = status === 404 && !(await isUnknownCall(check, name, answer))
  const has = isRefused
    ? `refuses what is empty with status ${status}`
    : 'knows the call, and not the record'
  if (isSpecified(name)) return isRefused || isKnown || isSuccess(answer)
  if (status === 401 && needs === 'public') {
    check.findings.add(name, 'not offered', 'status 401; this call has to be public')
  } else if (isRefused || isKnown) check.findings.add(name, 'has', has)
  else judge(check, name, answer)
  return check.findings.of(name).usable
}

/** Whether a call that surely doesn't exist gets the same 404. */
async function isUnknownCall(check: Check, name: EndpointName, answer: Answer): Promise<boolean> {
  const { method, path }: Route = routes[name]
  if (!path.includes('{')) return true
  const other = await check.client.ask({
    method,
    path: `admin/no-such-call/conformance-${check.mark}`,
    headers: { Authorization: `Bearer ${check.token}` },
  })
  // Left out of the comparison, since many servers repeat the unknown path.
  const words = ({ body }: Answer) =>
    JSON.stringify(body)
      .replaceAll(/\badmin\/[^\s"'?]*/g, '')
      .replaceAll(/\d/g, '')
  return other.status === 404 && words(other) === words(answer)
}
