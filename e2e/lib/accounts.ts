import type { CDPSession, Page } from '@playwright/test'
import { type EndpointName, routes } from '@steward/contract/calls/routes'
import { create, createRole } from '../../apps/server/src/testing/factories.ts'
import { type Mailbox, openMailbox } from '../../apps/server/src/testing/mailbox.ts'
import { enter } from './keyboard.ts'
import { t } from './messages.ts'
import {
  type Credentials,
  expect,
  type Server,
  startServer,
  withData,
  test as withServer,
} from './steward.ts'

/** A password that will do. */
export const goodPassword = 'three calm green boats'

/** Passkeys are for a name, so the server is spoken to by one. */
const named = (server: Server): Server => ({
  ...server,
  url: server.url.replace('127.0.0.1', 'localhost'),
})

/** Starts a server that mails by SMTP to a mailbox of its own. */
export async function startWithMail(
  settings: Record<string, string> = {},
): Promise<{ server: Server; mailbox: Mailbox }> {
  const mailbox = await openMailbox()
  const server = await startServer({ SMTP_URL: mailbox.url, ...settings })
  const stop = async () => {
    await server.stop()
    await mailbox.close()
  }
  return { server: { ...named(server), stop }, mailbox }
}

/** Playwright's test with a server that mails by SMTP, and its mailbox. */
export const test = withServer.extend<
  { withoutAuthenticator: undefined },
  { mailed: Awaited<ReturnType<typeof startWithMail>> }
>({
  // The next test has the same page.
  withoutAuthenticator: [
    async ({ page: _ }, use) => {
      await use(undefined)
      await authenticator?.detach()
      authenticator = undefined
    },
    { auto: true },
  ],
  mailed: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const mailed = await startWithMail()
      await use(mailed)
      await mailed.server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  server: [({ mailed }, use) => use(mailed.server), { scope: 'worker' }],
})

/** Makes a call of the contract without the browser. @returns the answer's `data` */
export async function callServer(
  server: Pick<Server, 'url'>,
  name: EndpointName,
  options: {
    token?: string
    body?: unknown
    params?: Record<string, string>
    query?: Record<string, string>
  } = {},
): Promise<unknown> {
  const { method, path } = routes[name]
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, key: string) => options.params?.[key] ?? '')
  const query = new URLSearchParams(options.query)
  const answer = await fetch(`${server.url}/api/${filled}?${query}`, {
    method,
    headers: {
      ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
      ...(options.body ? { 'content-type': 'application/json' } : {}),
    },
    ...(options.body ? { body: JSON.stringify(options.body) } : {}),
  })
  const { data, message } = (await answer.json()) as { data: unknown; message: string }
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${message}`)
  return data
}

/** Signs in without the browser. @returns the token */
export async function tokenOf(server: Server, who: Credentials): Promise<string> {
  const data = await callServer(server, 'session.login', { body: who })
  return (data as { token: string }).token
}

/** Types the first step of signing in, by the keyboard, on the page that stands open. */
export async function typeCredentials(page: Page, who: Credentials): Promise<void> {
  await page.getByLabel(t('E-mail')).focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(who.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(who.password)
  await page.keyboard.press('Enter')
}

let authenticator: CDPSession | undefined

/** Gives the browser an authenticator that knows its owner and never asks, until the test ends. */
export async function addAuthenticator(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page)
  authenticator = devtools
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return devtools
}

/** Makes an active admin who has no password yet. @returns their id */
export function makeInvited(server: Server, name: string, email: string): Promise<string> {
  return withData(server, async (db) => {
    const role = await createRole(db, [], `Role of ${name}`)
    const [id = ''] = await create(db, 'users', { type: 'admin', role_id: role, name, email })
    return id
  })
}

/** Reads the recovery codes off the dialog and says that they are kept. */
export async function keepCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: t('Save your recovery codes') })
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  const codes = await dialog.getByRole('listitem').allInnerTexts()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await enter(page, dialog.getByRole('button', { name: t('I’ve saved them') }))
  await expect(dialog).toBeHidden()
  return codes
}
