import { type EndpointName, routes } from '@steward/contract/calls/routes'
import type { Permission } from '@steward/contract/permissions/permissions'
import type { Updateable } from 'kysely'
import { generateSync } from 'otplib'
import type { Tables } from '../db/schema/tables.ts'
import { write } from '../db/write/write.ts'
import { createAdmin } from './factories.ts'
import type { TestAnswer, TestApp } from './server.ts'

/** A password that will do. */
export const goodPassword = 'a fine long password'

/** The code that an app shows; `steps` of 30 seconds from now. */
export const codeOf = (key: string, steps = 0): string =>
  generateSync({ secret: key, epoch: Math.floor(Date.now() / 1000) + steps * 30 })

/** Turns codes of an app on for somebody who is signed in. */
export async function turnOnTotp(
  t: TestApp,
  token: string,
  password: string,
): Promise<{ key: string; recoveryCodes: string[] }> {
  const started = await t.call('secondFactor.startTotp', { token, body: { password } })
  const { key } = started.body.data
  // A step back, so that the code of now is still unused.
  const confirm = () =>
    t.call('secondFactor.confirmTotp', { token, body: { code: codeOf(key, -1) } })
  let confirmed = await confirm()
  // The 30 seconds in which that code counts may just have ended.
  if (confirmed.status !== 200) confirmed = await confirm()
  if (confirmed.status !== 200) throw new Error(JSON.stringify(confirmed.body))
  return { key, recoveryCodes: confirmed.body.data.recoveryCodes }
}

/** Makes a public call from another address than the test's own. */
export async function callFrom(
  t: TestApp,
  ip: string,
  name: EndpointName,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<TestAnswer> {
  const { method, path } = routes[name]
  const answer = await t.app.inject({
    method,
    url: `/api/${path}`,
    remoteAddress: ip,
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(body),
  })
  return { status: answer.statusCode, headers: answer.headers, body: JSON.parse(answer.body) }
}

/** A staff account that is signed in, with all that its person knows. */
export interface Staff {
  id: string
  email: string
  password: string
  token: string
  roleId: string
}

/** Signs a new admin in, with a role that permits exactly this, or as an owner. */
export async function signInAs(
  t: TestApp,
  permissions: readonly Permission[] | 'owner',
  fields: { name?: string } = {},
): Promise<Staff> {
  const { roleId } = await t.signIn(permissions)
  const person = await createAdmin(t.db, roleId, fields)
  const { body } = await t.call('session.login', {
    body: { email: person.email, password: person.password },
  })
  return { ...person, token: body.data.token, roleId }
}

/** Changes a person as the rest of Steward would. */
export async function changePerson(
  t: TestApp,
  id: string,
  patch: Updateable<Tables['users']>,
): Promise<void> {
  await write(t.db, { system: 'setup' }, async ({ lock, update }) => {
    await update('users', await lock('users', [id]), patch)
  })
}

/** Changes a role as the rest of Steward would. */
export async function changeRole(
  t: TestApp,
  id: string,
  patch: Updateable<Tables['roles']>,
): Promise<void> {
  await write(t.db, { system: 'setup' }, async ({ lock, update }) => {
    await update('roles', await lock('roles', [id]), patch)
  })
}
