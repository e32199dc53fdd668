import { test as base, expect, type Page } from '@playwright/test'
import { t } from '../lib/messages.ts'
import type { SpecOnlyOptions } from './options.ts'
import { type SpecOnlyServer, startSpecOnlyServer } from './server.ts'

/** The port of each of them, one after the other, as windows keep the web app in their caches. */
let port = 0

/**
 * Playwright's test with a spec-only server for each test, and a note of what the page has thrown. What
 * the server does is said by `test.use({ specOnly: { paging: 'meta' } })`.
 */
export const test = base.extend<{
  specOnly: Partial<SpecOnlyOptions>
  server: SpecOnlyServer
  thrown: string[]
}>({
  specOnly: [{}, { option: true }],
  server: async ({ specOnly }, use) => {
    const server = await startSpecOnlyServer(specOnly, port)
    port = Number(new URL(server.url).port)
    await use(server)
    await server.close()
  },
  thrown: async ({ page }, use) => {
    const thrown: string[] = []
    page.on('pageerror', (error) => thrown.push(error.message))
    await use(thrown)
  },
})

export { expect }

/** Fills in the sign-in page and sends it. */
export async function sendSignIn(page: Page, { url }: { url: string }): Promise<void> {
  await page.goto(url)
  await page.getByLabel(t('E-mail')).fill('somebody@example.com')
  await page.getByLabel(t('Password'), { exact: true }).fill('whatever they take')
  await page.getByRole('button', { name: t('Sign in'), exact: true }).click()
}

/** Signs in and waits for the dashboard. */
export async function signIn(page: Page, server: { url: string }): Promise<void> {
  await sendSignIn(page, server)
  await expect(page.getByRole('heading', { level: 1, name: t('Dashboard') })).toBeVisible()
}

/** Holds a screen against what no person should see; a blank one counts. */
export async function expectReadable(page: Page, what: string): Promise<void> {
  const shown = (await page.locator('body').innerText()).trim()
  expect(shown, what).not.toMatch(/undefined|NaN|\[object|Invalid Date|Unexpected Application/)
  expect(shown, what).not.toBe('')
}
