import type { Fault } from './literal/faults.ts'
import type { ErrorForm } from './literal/options.ts'
import { expect, expectReadable, sendSignIn, signIn, test } from './literal/test.ts'

/** How a refusal is worded, and what a person then reads (specification section 8). */
const words: [form: ErrorForm, status: number, shown: string[]][] = [
  ['array-of-text', 422, ['The till is closed.', 'Come back on Monday.']],
  ['array-of-msg', 409, ['The till is closed.', 'Come back on Monday.']],
  ['single', 500, ['The till is closed. Come back on Monday.']],
  ['message', 503, ['The till is closed. Come back on Monday.']],
  ['nothing', 500, ['Request failed with status code 500']],
]
const lines = [{ msg: 'The till is closed.' }, { msg: 'Come back on Monday.' }]

/** Answers that nobody can read, and what is said of them. */
const unreadable: [name: string, fault: Fault, shown: RegExp][] = [
  ['half an answer', { kind: 'truncated' }, /could not be read \(application\/json, status 200\)/],
  ['a page of HTML', { kind: 'html', status: 200 }, /could not be read \(text\/html, status 200\)/],
  ['the page of a proxy', { kind: 'html', status: 502 }, /Request failed with status code 502/],
  ['no connection', { kind: 'refused' }, /The server can’t be reached/],
]

/** Answers that can be read, but hold nothing of what was asked for. */
const noList: typeof unreadable = [
  ['data of another type', { kind: 'malformed', data: 42 }, /holds no list/],
  ['an empty object', { kind: 'empty', body: '{}' }, /holds no list/],
]

const waits = [{ kind: 'slow', ms: 2000 }, { kind: 'hanging' }] as const satisfies Fault[]

test.use({ literal: { fields: 'rich' } })

test.afterEach(({ thrown }) => {
  expect(thrown).toEqual([])
})

test.describe('a list', () => {
  const call = 'GET admin/bills'

  test('shows the words of a refusal, and loads when asked again', async ({ page, server }) => {
    await signIn(page, server)
    for (const [form, status, shown] of words) {
      const heal = server.fail(call, { status, form, lines })
      await page.goto(`${server.url}/bills`)
      await expect(page.getByText('The bills could not be loaded'), form).toBeVisible()
      for (const each of shown) await expect(page.getByText(each, { exact: true })).toBeVisible()
      await expectReadable(page, form)
      heal()
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(page.getByText('1–25 of 30'), form).toBeVisible()
    }
  })

  test('says what can’t be read, and loads when asked again', async ({ page, server }) => {
    await signIn(page, server)
    for (const [name, fault, shown] of [...unreadable, ...noList]) {
      const heal = server.fault(call, fault)
      await page.goto(`${server.url}/bills`)
      await expect(page.getByText(shown), name).toBeVisible()
      await expectReadable(page, name)
      heal()
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(page.getByText('1–25 of 30'), name).toBeVisible()
    }
  })

  test('is not called empty while a slow or hanging server thinks', async ({ page, server }) => {
    await signIn(page, server)
    for (const fault of waits) {
      const heal = server.fault(call, fault)
      await page.goto(`${server.url}/bills`)
      await expect(page.locator('main [aria-busy="true"]')).toBeVisible()
      await expectReadable(page, fault.kind)
      await expect(page.getByText('No bills')).toHaveCount(0)
      if (fault.kind === 'hanging') heal()
      await expect(page.getByText('1–25 of 30'), fault.kind).toBeVisible()
    }
  })
})

test.describe('the dashboard', () => {
  const call = 'GET admin/dashboard'

  test('shows what else it has, and loads when asked again', async ({ page, server }) => {
    await signIn(page, server)
    for (const [form, status, shown] of words) {
      const heal = server.fail(call, { status, form, lines })
      await page.goto(`${server.url}/dashboard`)
      await expect(page.getByText('The counts couldn’t be loaded'), form).toBeVisible()
      // Of refusals that hold both `errors` and a message, it shows the message.
      if (form === 'message' || form === 'nothing')
        for (const each of shown) await expect(page.getByText(each)).toBeVisible()
      await expect(page.getByText('Role 1')).toBeVisible()
      await expectReadable(page, form)
      heal()
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(page.getByRole('link', { name: /Bills.*30/ }), form).toBeVisible()
    }
  })

  test('says what can’t be read, and loads when asked again', async ({ page, server }) => {
    await signIn(page, server)
    for (const [name, fault, shown] of unreadable) {
      const heal = server.fault(call, fault)
      await page.goto(`${server.url}/dashboard`)
      await expect(page.getByText(shown), name).toBeVisible()
      await expect(page.getByText('Role 1')).toBeVisible()
      await expectReadable(page, name)
      heal()
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(page.getByRole('link', { name: /Bills.*30/ }), name).toBeVisible()
    }
  })

  test('shows its roles while the counts are slow, or hang', async ({ page, server }) => {
    await signIn(page, server)
    for (const fault of waits) {
      const heal = server.fault(call, fault)
      await page.goto(`${server.url}/dashboard`)
      await expect(page.getByText('Role 1')).toBeVisible()
      await expect(page.getByRole('status', { name: 'Loading the counts' })).toBeVisible()
      await expect(page.getByText('nothing to count')).toHaveCount(0)
      await expectReadable(page, fault.kind)
      if (fault.kind === 'hanging') heal()
      await expect(page.getByRole('link', { name: /Bills.*30/ }), fault.kind).toBeVisible()
    }
  })
})

test.describe('signing in', () => {
  const call = 'POST auth/admin-login'

  test('shows the words of a refusal, and works at the next try', async ({ page, server }) => {
    for (const [form, status, shown] of words) {
      server.fail(call, { status, form, lines })
      await sendSignIn(page, server)
      for (const each of shown) await expect(page.getByText(each, { exact: true })).toBeVisible()
      await expectReadable(page, form)
    }
    server.heal()
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  })

  test('says what can’t be read, and works at the next try', async ({ page, server }) => {
    const noToken = /answer holds no token/
    const cases = [...unreadable, ...noList.map(([name, fault]) => [name, fault, noToken] as const)]
    for (const [name, fault, shown] of cases) {
      server.fault(call, fault)
      await sendSignIn(page, server)
      await expect(page.getByText(shown), name).toBeVisible()
      await expectReadable(page, name)
    }
    server.heal()
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  })

  test('is sent once, however long the server takes', async ({ page, server }) => {
    const heal = server.fault(call, { kind: 'hanging' })
    await sendSignIn(page, server)
    const password = page.getByLabel('Password', { exact: true })
    await password.press('Enter')
    await password.press('Enter')
    await expectReadable(page, 'hanging')
    heal()
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    expect(server.takenOf(call)).toHaveLength(1)
  })
})
