import { type Browser, type Locator, type Page, test } from '@playwright/test'
import { type PermissionModule, permissionModules } from '@steward/contract/permissions/permissions'
import { createAdmin, createRole } from '../../apps/server/src/testing/factories.ts'
import { pattern, t } from './messages.ts'
import { anyActions } from './phrases.ts'
import { makeDatabase } from './postgres.ts'
import { openAs } from './signed-in.ts'
import { type Credentials, type Server, startServer, withData } from './steward.ts'
import { openWindow } from './windows.ts'

/** What tests get: where their server stands once they run. */
type Define = (at: { server: Server }) => void

/**
 * Defines tests that share a server without the demonstration community: on PostgreSQL where one
 * answers, else on the embedded engine. What the engines decide, the server's own tests hold against
 * both.
 */
export function withServer(title: string, define: Define): void {
  test.describe(title, () => {
    const at = {} as { server: Server }
    let database: Awaited<ReturnType<typeof makeDatabase>>
    test.beforeAll(async () => {
      test.setTimeout(300_000)
      database = await makeDatabase()
      at.server = await startServer({ DEMO: '0', ...database?.settings })
    })
    test.afterAll(async () => {
      await at.server?.stop()
      await database?.drop()
    })
    define(at)
  })
}

/** Permissions as modules, by `Module · Submodule · action`; a name may stop early for all below. */
export const permitting = (...names: string[]): PermissionModule[] =>
  permissionModules(({ module, submodule, action }) =>
    names.some((name) => `${module} · ${submodule} · ${action} · `.startsWith(`${name} · `)),
  )

/** What a team lead may do. */
export const everything = permitting(
  'Dashboard',
  'Roles',
  'Users',
  'Community',
  'Operations',
  'Catalogue',
)

/** Makes a role and people who hold it and can sign in. @returns ids beside their credentials */
export function makePeople(
  server: Server,
  role: { name: string; permissions: PermissionModule[] },
  ...names: string[]
): Promise<{ role: string; people: (Credentials & { id: string; name: string })[] }> {
  return withData(server, async (db) => {
    const id = await createRole(db, role.permissions, role.name)
    const people = []
    for (const name of names) {
      const email = `${name.toLowerCase().replaceAll(/\W+/g, '.')}-${id.slice(-6)}@example.com`
      people.push({ name, ...(await createAdmin(db, id, { name, email })) })
    }
    return { role: id, people }
  })
}

/** A window of its own in which somebody is signed in already. */
export async function windowOf(
  browser: Browser,
  server: Server,
  who: Credentials,
  path: string,
): Promise<Page> {
  const page = await openWindow(browser, server.url)
  await openAs(page, server, path, who)
  return page
}

/** The row of a list that stands for somebody or something. */
export const rowOf = (page: Page, name: string): Locator =>
  page.locator('[data-row]').filter({ hasText: name })

/** The words of a person's row for their status and their shopping feed, in that order. */
export const statesOf = (page: Page, name: string): Locator =>
  rowOf(page, name).getByText(
    new RegExp(
      `^(${['Active', 'Inactive', 'Pending', 'Open', 'Closed'].map((word) => pattern(t(word, {}, 'a status'))).join('|')})$`,
    ),
  )

/** What `statesOf` finds. */
export const states = (...words: string[]): string[] => words.map((word) => t(word, {}, 'a status'))

/** Opens the menu of a row and takes what it offers under a word. */
export async function choose(page: Page, row: string, action: string): Promise<void> {
  await rowOf(page, row).getByRole('button', { name: anyActions }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Goes to an area by the sidebar. */
export const goTo = (page: Page, area: string): Promise<void> =>
  page.getByRole('navigation').first().getByRole('link', { name: area }).click()
