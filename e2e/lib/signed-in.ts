import type { Page } from '@playwright/test'
import { callServer } from './accounts.ts'
import { type Credentials, owner, type Server } from './steward.ts'

/** Gives a page's context the session of somebody, as the sign-in page stores it. */
export async function beSignedIn(
  page: Page,
  server: Pick<Server, 'url'>,
  who: Credentials = owner,
): Promise<void> {
  const login = await callServer(server, 'session.login', { body: who })
  const { token, tokenExpiry, admin } = login as {
    token: string
    tokenExpiry: unknown
    admin?: unknown
  }
  const own = admin === undefined ? {} : { 'steward-admin': JSON.stringify(admin) }
  const stored: Record<string, string> = { token, tokenExpiry: String(tokenExpiry), ...own }
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }))
  const origins = [{ origin: server.url, localStorage }]
  await page.context().setStorageState({ cookies: [], origins })
}

/**
 * Opens a page as somebody who has signed in, without the sign-in page and what comes after it: for tests
 * of what lies behind them.
 * @param path of the page, with what it asks for
 */
export async function openAs(
  page: Page,
  server: Pick<Server, 'url'>,
  path: string,
  who?: Credentials,
): Promise<void> {
  await beSignedIn(page, server, who)
  await page.goto(`${server.url}${path}`)
}
