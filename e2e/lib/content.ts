import { type Browser, test as base, type Locator, type Page } from '@playwright/test'
import type { EndpointName } from '@steward/contract/calls/routes'
import { callServer, tokenOf } from './accounts.ts'
import { t } from './messages.ts'
import { anyActions } from './phrases.ts'
import { makeDatabase } from './postgres.ts'
import { hasRealData, importRealData } from './real-data.ts'
import { beSignedIn } from './signed-in.ts'
import { expect, type Server, startServer } from './steward.ts'
import { openWindow } from './windows.ts'

/** The rows of a list, cards and chips of other views too. */
export const rows = '[data-row]'

/** What a test of the areas has at hand. */
export interface Stage {
  server: Server
  page: Page
  /** Whether the real files are in, beside the demonstration community. */
  real: boolean
  /** Makes a call without the browser. */
  call: (name: EndpointName, options?: Parameters<typeof callServer>[2]) => Promise<unknown>
}

/**
 * Starts a server with the demonstration community and, where they are, the real posts, events and
 * polls; their bills are left to be imported in the browser. It is on PostgreSQL where one answers.
 */
export async function setStage(browser: Browser): Promise<Stage & { end: () => Promise<void> }> {
  const database = await makeDatabase()
  const server = await startServer({ DEMO: '1', ...database?.settings })
  if (hasRealData) await importRealData(server, ['posts.csv', 'events.csv', 'polls.csv'])
  const page = await openWindow(browser)
  await beSignedIn(page, server)
  const token = await tokenOf(server, server.owner)
  return {
    server,
    page,
    real: hasRealData,
    call: (name, options = {}) => callServer(server, name, { token, ...options }),
    end: async () => {
      await page.close()
      await server.stop()
      await database?.drop()
    },
  }
}

/** Opens a row's menu and chooses in it. */
export async function choose(page: Page, row: Locator, item: string): Promise<void> {
  await row.getByRole('button', { name: anyActions }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Downloads what a button makes. @returns the name of the file and its lines */
export async function download(
  page: Page,
  button: Locator,
): Promise<{ name: string; text: string }> {
  const coming = page.waitForEvent('download')
  await button.click()
  const file = await coming
  const chunks: Buffer[] = []
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
  return { name: file.suggestedFilename(), text: Buffer.concat(chunks).toString('utf8') }
}

/** The part of the page that shows how jobs go. */
export const jobPanel = (page: Page) => page.getByRole('region', { name: t('Background jobs') })

export { base, expect }
