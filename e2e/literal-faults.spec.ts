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
/** The message beside `errors`, which nobody should see. */
const notShown = /The request was refused/
const lines = [{ msg: 'The till is closed.' }, { msg: 'Come back on Monday.' }]

/** Words that no other refusal has, where the ones before may still be on the screen. */
const marked = (words: string, form: ErrorForm) => words.replaceAll(/\.( |$)/g, ` (${form}).$1`)
const ofItsOwn = (form: ErrorForm) => lines.map(({ msg }) => ({ msg: marked(msg, form) }))

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
      await expect(page.getByText(notShown), form).toHaveCount(0)
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
      for (const each of shown) await expect(page.getByText(each, { exact: true })).toBeVisible()
      await expect(page.getByText(notShown), form).toHaveCount(0)
      await expect(page.getByText('Role 1')).toBeVisible()
      await expectReadable(page, form)
      heal()
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(page.getByRole('link', { name: /Bills.*30/ }), form).toBeVisible()
    }
  })

  test('says what can’t be read, and loads when asked again', async ({ page, server }) => {
    await signIn(page, server)
    const noCounts = noList.map(([name, fault]) => [name, fault, /holds no counts/] as const)
    for (const [name, fault, shown] of [...unreadable, ...noCounts]) {
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

test.describe('the own permissions', () => {
  const call = 'GET admin/dashboard-user/role/details'

  test('say what went wrong in place of the page, and load when asked again', async ({
    page,
    server,
  }) => {
    await signIn(page, server)
    const refused = words.map(([form, status, shown]) => {
      const fault = { kind: 'failing', form, status, lines } as const
      return [form, fault, new RegExp(shown.join('\\s*'))] as const
    })
    const none = noList.map(([name, fault]) => [name, fault, /holds no permissions/] as const)
    for (const [name, fault, shown] of [...refused, ...unreadable, ...none]) {
      const heal = server.fault(call, fault)
      await page.goto(`${server.url}/bills`)
      await expect(page.getByText('Your permissions couldn’t be loaded'), name).toBeVisible()
      await expect(page.getByRole('main'), name).toContainText(shown)
      await expect(page.getByText(notShown), name).toHaveCount(0)
      await expect(page.getByText('You don’t have access'), name).toHaveCount(0)
      await expectReadable(page, name)
      heal()
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(page.getByText('1–25 of 30'), name).toBeVisible()
    }
  })
})

test.describe('one user', () => {
  const call = 'GET admin/user/details/{id}'

  test('that an answer doesn’t hold is not made up, and loads when asked again', async ({
    page,
    server,
  }) => {
    await signIn(page, server)
    const none: [string, Fault, RegExp][] = [
      ...noList.map(([name, fault]) => [name, fault, /holds no user/] as (typeof noList)[number]),
      ['a list in the place of the user', { kind: 'malformed', data: [] }, /holds no user/],
    ]
    for (const [name, fault, shown] of [...unreadable, ...none]) {
      const heal = server.fault(call, fault)
      await page.goto(`${server.url}/users/u1`)
      await expect(page.getByText('This person could not be loaded'), name).toBeVisible()
      await expect(page.getByText(shown), name).toBeVisible()
      heal()
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(page.getByText('member1@example.com'), name).toBeVisible()
    }
  })
})

test('a refusal for want of a permission says the server’s words, and can be tried again', async ({
  page,
  server,
}) => {
  await signIn(page, server)
  for (const [path, call, loaded] of [
    ['/bills', 'GET admin/bills', '1–25 of 30'],
    ['/tasks?view=board', 'GET admin/tasks', 'Task 4'],
    ['/users/u1', 'GET admin/user/details/{id}', 'member1@example.com'],
  ] as const) {
    server.fail(call, { status: 403, form: 'array-of-text', lines })
    await page.goto(`${server.url}${path}`)
    for (const { msg } of lines) await expect(page.getByText(msg), path).toBeVisible()
    await expect(page.getByText(notShown), path).toHaveCount(0)
    server.heal()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText(loaded), path).toBeVisible()
  }
})

test('the board says what went wrong in place of its columns, and loads when asked again', async ({
  page,
  server,
}) => {
  await signIn(page, server)
  for (const [name, fault, shown] of [...unreadable, ...noList]) {
    const heal = server.fault('GET admin/tasks', fault)
    await page.goto(`${server.url}/tasks?view=board`)
    await expect(page.getByText('The tasks could not be loaded'), name).toBeVisible()
    await expect(page.getByText(shown), name).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: 'Doing' })).toHaveCount(0)
    heal()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'Doing 2' }), name).toBeVisible()
  }
})

test.describe('writing', () => {
  test('a form keeps what was typed, says the words, and is saved at the next try', async ({
    page,
    server,
  }) => {
    const call = 'POST admin/category'
    await signIn(page, server)
    await page.goto(`${server.url}/categories`)
    await page.getByRole('button', { name: 'New category' }).click()
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    const save = page.getByRole('button', { name: 'Create category' })
    await name.fill('Lamps')
    for (const [form, status, shown] of words) {
      server.fail(call, { status, form, lines: ofItsOwn(form) })
      await save.click()
      for (const each of shown)
        await expect(page.getByText(marked(each, form), { exact: true }), form).toBeVisible()
      await expect(page.getByText(notShown), form).toHaveCount(0)
      await expect(name, form).toHaveValue('Lamps')
    }
    for (const [what, fault, shown] of unreadable.filter(([, { kind }]) => kind !== 'truncated')) {
      server.fault(call, fault)
      await save.click()
      await expect(page.getByText(shown).last(), what).toBeVisible()
      await expect(name, what).toHaveValue('Lamps')
    }
    server.heal()
    await save.click()
    await expect(page.getByRole('dialog', { name: 'New category' })).toHaveCount(0)
    await expect(page.locator('[data-row]').first()).toContainText('Lamps')
    await expect(page.locator('[data-row]')).toHaveCount(6)
  })

  test('what was not deleted comes back, with the server’s words', async ({ page, server }) => {
    await signIn(page, server)
    await page.goto(`${server.url}/posts`)
    const row = page.locator('[data-row="p33"]')
    for (const [form, status, shown] of words) {
      server.fail('DELETE admin/post-feed/{id}', { status, form, lines: ofItsOwn(form) })
      await row.getByRole('button', { name: /^Actions for/ }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      for (const each of shown)
        await expect(page.getByText(marked(each, form), { exact: true }), form).toBeVisible()
      await expect(row, form).toBeVisible()
      await expect(page.getByText('1–25 of 40'), form).toBeVisible()
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
    const noToken = /answer to the sign-in holds no token/
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
