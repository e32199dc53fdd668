import { type Page, test } from '@playwright/test'
import { type EndpointName, routes } from '@steward/contract/calls/routes'
import { sql } from 'kysely'
import { create } from '../apps/server/src/testing/factories.ts'
import { callServer, tokenOf } from './lib/accounts.ts'
import { t } from './lib/messages.ts'
import { choose, rowOf, states as statesIn, statesOf, windowOf, withServer } from './lib/people.ts'
import { anyActions, statusText } from './lib/phrases.ts'
import { watchRequests } from './lib/quiet.ts'
import { openAs } from './lib/signed-in.ts'
import { expect, type Server, withData } from './lib/steward.ts'
import { test as onSpecOnly } from './spec-only-server/test.ts'

/** Tries of one act, after which the person is told. */
const tries = 4

/**
 * Lets the server do what a call is for, and cuts the network before its answer.
 * @param times how often; later ones get through
 * @returns the keys of what was sent, as it is sent
 */
async function loseAnswers(page: Page, name: EndpointName, times = 1): Promise<(string | null)[]> {
  const keys: (string | null)[] = []
  const address = new RegExp(`/api/${routes[name].path.replaceAll(/\{\w+\}/g, '[^/]+')}(\\?|$)`)
  await page.route(address, async (route) => {
    if (route.request().method() !== routes[name].method) return await route.fallback()
    keys.push(await route.request().headerValue('idempotency-key'))
    if (keys.length > times) return await route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  return keys
}

const sameKey = (count: number) => (keys: (string | null)[]) => {
  expect(keys).toHaveLength(count)
  expect(keys[0]).toMatch(/^\w{32}$/)
  expect(new Set(keys).size).toBe(1)
}
const sentTwice = sameKey(2)
const unreachable = t('The server can’t be reached. Check your connection and try again.')

/** How many records a list finds. */
async function found(server: Server, name: EndpointName, query: Record<string, string>) {
  const token = await tokenOf(server, server.owner)
  const data = (await callServer(server, name, { token, query })) as {
    pagination: { total: number }
  }
  return data.pagination.total
}

withServer('a write whose answer is lost', (at) => {
  const named = (name: string) => withData(at.server, (db) => create(db, 'users', { name }))

  test('is sent again: a role is created once', async ({ browser }) => {
    const page = await windowOf(browser, at.server, at.server.owner, '/roles')
    const keys = await loseAnswers(page, 'roles.create')
    await page.getByRole('link', { name: t('New role') }).click()
    await page.getByRole('textbox', { name: t('Name') }).fill('Night crew')
    await page.getByRole('button', { name: t('Create role') }).click()
    await expect(page.getByText(t('Role “{name}” created', { name: 'Night crew' }))).toBeVisible()
    await expect(page.getByText(unreachable)).toHaveCount(0)
    await expect(rowOf(page, 'Night crew')).toHaveCount(1)
    expect(await found(at.server, 'roles.list', { name: 'Night crew' })).toBe(1)
    sentTwice(keys)
    await page.close()
  })

  test('is the same act when the person sends it again, also after a reload', async ({
    browser,
  }) => {
    const page = await windowOf(browser, at.server, at.server.owner, '/roles')
    const keys = await loseAnswers(page, 'roles.create', 2 * tries)
    await page.getByRole('link', { name: t('New role') }).click()
    await page.getByRole('textbox', { name: t('Name') }).fill('Day crew')
    const save = page.getByRole('button', { name: t('Create role') })
    await save.click()
    await expect(page.getByText(unreachable)).toBeVisible()
    await save.click()
    await expect.poll(() => keys.length).toBe(2 * tries)
    await expect(save).toBeEnabled()
    await page.reload()
    await expect(page.getByRole('textbox', { name: t('Name') })).toHaveValue('Day crew')
    await save.click()
    await expect(page.getByText(t('Role “{name}” created', { name: 'Day crew' }))).toBeVisible()
    expect(await found(at.server, 'roles.list', { name: 'Day crew' })).toBe(1)
    sameKey(2 * tries + 1)(keys)
    await page.close()
  })

  test('is known to be saved where the server has lost the answer too', async ({ browser }) => {
    await withData(at.server, async (db) => {
      await sql`
        create function fail() returns trigger language plpgsql as
        $$ begin raise exception 'on purpose'; end $$`.execute(db)
      await sql`
        create trigger fails before insert or update on idempotency_keys for each row
        when (new.status is not null) execute function fail()`.execute(db)
    })
    const page = await windowOf(browser, at.server, at.server.owner, '/roles')
    const keys = await loseAnswers(page, 'roles.create')
    await page.getByRole('link', { name: t('New role') }).click()
    await page.getByRole('textbox', { name: t('Name') }).fill('Lost crew')
    await page.getByRole('button', { name: t('Create role') }).click()
    await expect(
      page.getByText(t('Saved. The first attempt had already gone through.')),
    ).toBeVisible()
    await page.goto('/roles')
    await expect(rowOf(page, 'Lost crew')).toHaveCount(1)
    sentTwice(keys)
    await withData(at.server, (db) => sql`drop function fail cascade`.execute(db))
    await page.close()
  })

  test('is sent again: the GETs that swap a state and that delete, each once', async ({
    browser,
  }) => {
    await named('Tog Gel')
    const page = await windowOf(browser, at.server, at.server.owner, '/users/members')
    const swaps = await loseAnswers(page, 'users.changeStatus')
    const states = statesOf(page, 'Tog Gel')
    await choose(page, 'Tog Gel', t('Deactivate'))
    await expect(page.getByText(statusText('Tog Gel', 'inactive'))).toBeVisible()
    await expect(states).toHaveText(statesIn('Inactive', 'Open'))
    sentTwice(swaps)
    await page.reload()
    await expect(states).toHaveText(statesIn('Inactive', 'Open'))

    const deletions = await loseAnswers(page, 'users.delete')
    await choose(page, 'Tog Gel', t('Delete'))
    await expect(page.getByText(t('{name} deleted', { name: 'Tog Gel' }))).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await found(at.server, 'users.list', { search: 'Tog Gel' })).toBe(0)
    sentTwice(deletions)
    await page.close()
  })
})

onSpecOnly(
  'an unknown server gets no key, and nothing is sent to it twice',
  async ({ page, server }) => {
    const quiet = watchRequests(page)
    await openAs(page, server, '/roles')
    const keys = await loseAnswers(page, 'roles.create')
    const deletions = await loseAnswers(page, 'posts.delete')
    await page.getByRole('link', { name: t('New role') }).click()
    await page.getByRole('textbox', { name: t('Name') }).fill('Night crew')
    await page.getByRole('button', { name: t('Create role') }).click()
    await expect(page.getByText(unreachable)).toBeVisible()
    await page.goto(`${server.url}/posts`)
    await page.locator('[data-row]').first().getByRole('button', { name: anyActions }).click()
    await page.getByRole('menuitem', { name: t('Delete') }).click()
    await expect(page.getByText(unreachable)).toBeVisible()
    // The app sends nothing again once it has said so; what it might have sent has gone out by then.
    await quiet()
    expect([keys, deletions]).toEqual([[null], [null]])
  },
)
