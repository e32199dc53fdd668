import {
  grantedIn,
  type PermissionModule,
  permissionCatalogue,
} from '@steward/contract/permissions'
import { type Check, send, tryCall } from './check.ts'
import { isRecord } from './client.ts'
import type { Difference } from './findings.ts'
import { dataOf, idOf, messagesOf, textOf } from './reading.ts'
import { detailsOf } from './user-details.ts'

/** Reads the dashboard, the own permissions and one user: whatever is read and is no list. */
export async function checkReads(check: Check): Promise<void> {
  // First, as it says what of the rest is asked for at all.
  await tryCall(check, 'permissions.own', {}, (answer) => asModules(check, dataOf(answer)))
  await tryCall(check, 'dashboard.roles', {}, (answer) =>
    Array.isArray(dataOf(answer)) ? null : { words: 'data isn’t an array', usable: false },
  )
  await tryCall(check, 'dashboard.counts', {}, (answer) => {
    const data = dataOf(answer)
    if (isRecord(data) && isRecord(data['counts'])) return null
    return { words: 'data.counts is missing', usable: false }
  })
}

/** Reads the first user that the lists have shown. */
export async function checkDetails(check: Check): Promise<void> {
  const lists = ['users.list', 'users.listAdmins', 'users.listBusiness'] as const
  const id = lists
    .flatMap((call) => check.seen.get(call) ?? [])
    .map(idOf)
    .find((each) => each)
  if (!id) {
    check.findings.add('users.details', 'not tried', 'no user in the lists to ask for')
    return
  }
  await detailsOf(check, id)
}

/** Whether `data` is the permission modules of specification section 3, under names that are known. */
function asModules(check: Check, data: unknown): Difference | null {
  const { config, findings } = check
  if (!Array.isArray(data)) return { words: 'data isn’t an array of modules', usable: false }
  const names = data.filter(isRecord).map((each) => textOf(each['module']) ?? '(no module)')
  const known = Object.keys(permissionCatalogue).map((ours) => config.modules[ours] ?? ours)
  if (!names.some((name) => known.includes(name))) {
    const theirs = names.length > 0 ? [...new Set(names)].join(', ') : 'none'
    const words = `its modules are ${theirs}; the web app looks for ${known.join(', ')}. Say in config.json which is which (docs/web-config.md)`
    return { words, usable: false }
  }
  const hidden = known.filter((name) => !names.includes(name))
  if (hidden.length > 0) {
    const words = `${hidden.join(', ')}: not among them, so that their screens stay hidden`
    findings.addFact('the permission modules of this account', 'not offered', words)
  }
  // The catalogue under the names of this server: what it grants of it is what the web app shows.
  const ours = data.filter(isRecord).map((each) => ({
    module: ourName(config.modules, each['module']),
    submodules: (Array.isArray(each['submodules']) ? each['submodules'] : [])
      .filter(isRecord)
      .map((one) => ({ ...one, name: ourName(config.submodules, one['name']) })),
  }))
  check.granted = grantedIn(ours as PermissionModule[])
  if (check.granted.length > 0) return null
  const words = 'no submodule that the web app knows has an action that is exactly true'
  return { words, usable: false }
}

const ourName = (names: Readonly<Record<string, string>>, theirs: unknown): unknown =>
  Object.keys(names).find((ours) => names[ours] === theirs) ?? theirs

/** How it refuses: without a token, a wrong password, an id that nobody has. */
export async function checkRefusals(check: Check): Promise<void> {
  const { findings, mark } = check
  const open = await send(check, 'permissions.own', { authorization: null })
  const closed = open.status === 401
  const words = closed
    ? 'refused with 401'
    : `status ${open.status}; 401 tells the web app to sign in`
  findings.addFact('a guarded call without a token', closed ? 'has' : 'differs', words)

  // Nobody's address: it counts against nobody's account.
  const nobody = {
    [check.config.login['email'] ?? 'email']: `conformance-${mark}@steward.invalid`,
    [check.config.login['password'] ?? 'password']: `not a password ${mark}`,
  }
  const wrong = await send(check, 'session.login', { json: nobody, authorization: null })
  refusal(check, 'a sign-in that is wrong', wrong.status, messagesOf(wrong))
  const unknown = await send(check, 'users.details', { params: { id: `conformance-${mark}` } })
  refusal(check, 'an id that nobody has', unknown.status, messagesOf(unknown))
}

function refusal({ findings }: Check, about: string, status: number, words: string[]): void {
  const refused = status >= 400 && status < 500
  if (!refused) findings.addFact(about, 'differs', `status ${status}; 4xx is expected`)
  else if (words.length > 0) findings.addFact(about, 'has', `${status}: ${words.join('; ')}`)
  else {
    const none = `${status}, with no errors and no message to show (section 8)`
    findings.addFact(about, 'differs', none, true)
  }
}
