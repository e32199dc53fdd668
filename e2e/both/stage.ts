import { type Browser, type Page, test } from '@playwright/test'
import { type Permission, permissionModules } from '@steward/contract/permissions/permissions'
import { t } from '../lib/messages.ts'
import { atScale } from '../lib/scale.ts'
import { type Credentials, expect, makeStaff, startServer } from '../lib/steward.ts'
import { openWindow } from '../lib/windows.ts'
import { type SpecOnlyServer, startSpecOnlyServer } from '../spec-only-server/server.ts'
import { putRecords, sizes } from './records.ts'
import { noteCalls } from './sent.ts'

/** A server as the journeys need it: where it is, and who can sign in. */
interface Host {
  url: string
  owner: Credentials
  /** Somebody who may do nothing but this, and where they sign in. */
  staff(permissions: readonly Permission[]): Promise<{ url: string; who: Credentials }>
  /** Whether it is ours, which has more calls than the specification names. */
  isSteward: boolean
  end(): Promise<void>
}

/** What a journey has at hand. */
export interface Stage extends Host {
  page: Page
  calls: ReturnType<typeof noteCalls>
  /** Opens a path and waits for the first row of a list. */
  open(path: string): Promise<void>
  /** Loads the page again, once what was done on it is at the server. */
  reload(): Promise<void>
}

const hosts = {
  Steward: async (): Promise<Host> => {
    const server = await startServer({ DEMO: '0' })
    await putRecords(server)
    const { url, owner, stop } = server
    const staff = async (only: readonly Permission[]) => ({
      url,
      who: await makeStaff(server, only),
    })
    return { url, owner, isSteward: true, end: stop, staff }
  },
  'a spec-only server': async (): Promise<Host> => {
    const server = await startSpecOnlyServer({ fields: 'rich', size: sizes })
    const others: SpecOnlyServer[] = []
    const owner = { email: 'owner@example.com', password: 'whatever they take' }
    const staff = async (only: readonly Permission[]) => {
      const permissions = permissionModules((each) =>
        only.some(
          ({ module, submodule, action }) =>
            module === each.module && submodule === each.submodule && action === each.action,
        ),
      )
      // It has the same permissions for everybody.
      const other = await startSpecOnlyServer({ fields: 'rich', permissions })
      others.push(other)
      return { url: other.url, who: owner }
    }
    const end = async () => {
      for (const each of [server, ...others]) await each.close()
    }
    return { url: server.url, owner, isSteward: false, end, staff }
  },
}

/**
 * Defines the same journeys before a spec-only server and, in `npm run test:scale`, before Steward with the same records.
 * All of them share a page, somebody signed in on it, and the server.
 */
export function onBothServers(title: string, define: (stage: Stage) => void): void {
  const names = atScale(['a spec-only server', 'Steward'], ['a spec-only server'])
  for (const name of names)
    test.describe(`${title}, before ${name}`, () => {
      const stage = {} as Stage
      test.beforeAll(async ({ browser }) => {
        Object.assign(stage, await hosts[name]())
        await setPage(stage, browser)
        await enter(stage.page, stage, stage.owner)
      })
      test.beforeEach(() => stage.calls.forget())
      test.afterAll(async () => {
        await stage.page?.close()
        await stage.end?.()
      })
      define(stage)
    })
}

async function setPage(stage: Stage, browser: Browser): Promise<void> {
  stage.page = await openWindow(browser)
  stage.calls = noteCalls(stage.page)
  stage.reload = async () => {
    await stage.calls.answered()
    await stage.page.reload()
  }
  stage.open = async (path) => {
    await stage.calls.answered()
    await stage.page.goto(`${stage.url}${path}`)
    await stage.page.locator('[data-row]').first().waitFor()
  }
}

/** Signs in, and waits for the area that comes after it. */
export async function enter(page: Page, { url }: { url: string }, who: Credentials): Promise<void> {
  await page.goto(`${url}/`)
  await page.getByLabel(t('E-mail')).fill(who.email)
  await page.getByLabel(t('Password'), { exact: true }).fill(who.password)
  await page.getByRole('button', { name: t('Sign in'), exact: true }).click()
  await expect(page.getByRole('navigation', { name: t('Areas') })).toBeVisible()
}
