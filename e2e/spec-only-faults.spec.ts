import { t, within } from './lib/messages.ts'
import { rangeOf } from './lib/phrases.ts'
import { atScale, onlyAtScale } from './lib/scale.ts'
import { beSignedIn } from './lib/signed-in.ts'
import { lines, noList, notShown, unreadable, words } from './spec-only-server/fault-words.ts'
import type { Fault } from './spec-only-server/faults.ts'
import { expect, expectReadable, test } from './spec-only-server/test.ts'

// Each kind of fault once in the usual run, at a list: failure.test.ts and list-screen.test.tsx hold the others.
const refusals = atScale(words, words.slice(0, 1))
const lacks = (what: string) => within('The server’s answer has no {what}.', { what })
const waits = atScale<Fault>(
  [{ kind: 'slow', ms: 2000 }, { kind: 'hanging' }],
  [{ kind: 'hanging' }],
)

test.use({ specOnly: { fields: 'rich' } })

test.afterEach(({ thrown }) => {
  expect(thrown).toEqual([])
})

test.describe('a list', () => {
  const call = 'GET admin/bills'

  test('shows the words of a refusal, and loads when asked again', async ({ page, server }) => {
    await beSignedIn(page, server)
    for (const [form, status, shown] of refusals) {
      const heal = server.fail(call, { status, form, lines })
      await page.goto(`${server.url}/bills?filters=none`)
      await expect(
        page.getByText(t('The {many} could not be loaded', { many: t('bills') })),
        form,
      ).toBeVisible()
      for (const each of shown) await expect(page.getByText(each, { exact: true })).toBeVisible()
      await expect(page.getByText(notShown), form).toHaveCount(0)
      await expectReadable(page, form)
      heal()
      await page.getByRole('button', { name: t('Retry') }).click()
      await expect(page.getByText(rangeOf(1, 25, 30)), form).toBeVisible()
    }
  })

  test('says what can’t be read, and loads when asked again', async ({ page, server }) => {
    await beSignedIn(page, server)
    for (const [name, fault, shown] of [...unreadable, ...atScale(noList, noList.slice(1))]) {
      const heal = server.fault(call, fault)
      await page.goto(`${server.url}/bills?filters=none`)
      await expect(page.getByText(shown), name).toBeVisible()
      await expectReadable(page, name)
      heal()
      await page.getByRole('button', { name: t('Retry') }).click()
      await expect(page.getByText(rangeOf(1, 25, 30)), name).toBeVisible()
    }
  })

  test('is not called empty while a slow or hanging server thinks', async ({ page, server }) => {
    await beSignedIn(page, server)
    for (const fault of waits) {
      const heal = server.fault(call, fault)
      await page.goto(`${server.url}/bills?filters=none`)
      await expect(page.locator('main [aria-busy="true"]')).toBeVisible()
      await expectReadable(page, fault.kind)
      await expect(page.getByText(t('No {many} yet', { many: t('bills') }))).toHaveCount(0)
      if (fault.kind === 'hanging') heal()
      await expect(page.getByText(rangeOf(1, 25, 30)), fault.kind).toBeVisible()
    }
  })
})

test.describe('the dashboard', () => {
  onlyAtScale(test)
  const call = 'GET admin/dashboard'

  test('shows what else it has, and loads when asked again', async ({ page, server }) => {
    await beSignedIn(page, server)
    for (const [form, status, shown] of refusals) {
      const heal = server.fail(call, { status, form, lines })
      await page.goto(`${server.url}/dashboard`)
      await expect(page.getByText(t('Counts couldn’t be loaded')), form).toBeVisible()
      for (const each of shown) await expect(page.getByText(each, { exact: true })).toBeVisible()
      await expect(page.getByText(notShown), form).toHaveCount(0)
      await expect(page.getByText('Role 1')).toBeVisible()
      await expectReadable(page, form)
      heal()
      await page.getByRole('button', { name: t('Retry') }).click()
      await expect(
        page.getByRole('link', { name: new RegExp(`${t('Bills')}.*30`) }),
        form,
      ).toBeVisible()
    }
  })

  test('says what can’t be read, and loads when asked again', async ({ page, server }) => {
    await beSignedIn(page, server)
    const noCounts = noList.map(([name, fault]) => [name, fault, lacks('counts')] as const)
    for (const [name, fault, shown] of [...unreadable, ...noCounts]) {
      const heal = server.fault(call, fault)
      await page.goto(`${server.url}/dashboard`)
      await expect(page.getByText(shown), name).toBeVisible()
      await expect(page.getByText('Role 1')).toBeVisible()
      await expectReadable(page, name)
      heal()
      await page.getByRole('button', { name: t('Retry') }).click()
      await expect(
        page.getByRole('link', { name: new RegExp(`${t('Bills')}.*30`) }),
        name,
      ).toBeVisible()
    }
  })

  test('shows its roles while the counts are slow, or hang', async ({ page, server }) => {
    await beSignedIn(page, server)
    for (const fault of waits) {
      const heal = server.fault(call, fault)
      await page.goto(`${server.url}/dashboard`)
      await expect(page.getByText('Role 1')).toBeVisible()
      await expect(page.getByRole('status', { name: t('Loading the counts') })).toBeVisible()
      await expect(page.getByText(t('Nothing to count yet.'))).toHaveCount(0)
      await expectReadable(page, fault.kind)
      if (fault.kind === 'hanging') heal()
      await expect(
        page.getByRole('link', { name: new RegExp(`${t('Bills')}.*30`) }),
        fault.kind,
      ).toBeVisible()
    }
  })
})

test.describe('the own permissions', () => {
  onlyAtScale(test)
  const call = 'GET admin/dashboard-user/role/details'

  test('say what went wrong in place of the page, and load when asked again', async ({
    page,
    server,
  }) => {
    await beSignedIn(page, server)
    const refused = refusals.map(([form, status, shown]) => {
      const fault = { kind: 'failing', form, status, lines } as const
      return [form, fault, new RegExp(shown.join('\\s*'))] as const
    })
    const none = noList.map(([name, fault]) => [name, fault, lacks('permissions')] as const)
    for (const [name, fault, shown] of [...refused, ...unreadable, ...none]) {
      const heal = server.fault(call, fault)
      await page.goto(`${server.url}/bills?filters=none`)
      await expect(page.getByText(t('Your permissions couldn’t be loaded')), name).toBeVisible()
      await expect(page.getByRole('main'), name).toContainText(shown)
      await expect(page.getByText(notShown), name).toHaveCount(0)
      await expect(page.getByText(t('You don’t have access to this')), name).toHaveCount(0)
      await expectReadable(page, name)
      heal()
      await page.getByRole('button', { name: t('Retry') }).click()
      await expect(page.getByText(rangeOf(1, 25, 30)), name).toBeVisible()
    }
  })
})

test.describe('one user', () => {
  onlyAtScale(test)
  const call = 'GET admin/user/details/{id}'

  test('that an answer doesn’t hold is not made up, and loads when asked again', async ({
    page,
    server,
  }) => {
    await beSignedIn(page, server)
    const none: [string, Fault, RegExp][] = [
      ...noList.map(([name, fault]) => [name, fault, lacks('user')] as (typeof noList)[number]),
      ['a list in the place of the user', { kind: 'malformed', data: [] }, lacks('user')],
    ]
    for (const [name, fault, shown] of [...unreadable, ...none]) {
      const heal = server.fault(call, fault)
      await page.goto(`${server.url}/users/u1`)
      await expect(page.getByText(t('This person could not be loaded')), name).toBeVisible()
      await expect(page.getByText(shown), name).toBeVisible()
      heal()
      await page.getByRole('button', { name: t('Retry') }).click()
      await expect(page.getByText('member1@example.com'), name).toBeVisible()
    }
  })
})

test('a refusal for want of a permission says the server’s words, and can be tried again', async ({
  page,
  server,
}) => {
  onlyAtScale(test)
  await beSignedIn(page, server)
  for (const [path, call, loaded] of [
    ['/bills?filters=none', 'GET admin/bills', rangeOf(1, 25, 30)],
    ['/tasks?view=board', 'GET admin/tasks', 'Task 4'],
    ['/users/u1', 'GET admin/user/details/{id}', 'member1@example.com'],
  ] as const) {
    server.fail(call, { status: 403, form: 'array-of-text', lines })
    await page.goto(`${server.url}${path}`)
    for (const { msg } of lines) await expect(page.getByText(msg), path).toBeVisible()
    await expect(page.getByText(notShown), path).toHaveCount(0)
    server.heal()
    await page.getByRole('button', { name: t('Retry') }).click()
    await expect(page.getByText(loaded), path).toBeVisible()
  }
})

test('the board says what went wrong in place of its columns, and loads when asked again', async ({
  page,
  server,
}) => {
  onlyAtScale(test)
  await beSignedIn(page, server)
  for (const [name, fault, shown] of [...unreadable, ...noList]) {
    const heal = server.fault('GET admin/tasks', fault)
    await page.goto(`${server.url}/tasks?view=board`)
    await expect(
      page.getByText(t('The {many} could not be loaded', { many: t('tasks') })),
      name,
    ).toBeVisible()
    await expect(page.getByText(shown), name).toBeVisible()
    await expect(
      page.getByRole('heading', { level: 2, name: t('Doing', {}, 'a status') }),
    ).toHaveCount(0)
    heal()
    await page.getByRole('button', { name: t('Retry') }).click()
    await expect(
      page.getByRole('heading', { level: 2, name: `${t('Doing', {}, 'a status')} 2` }),
      name,
    ).toBeVisible()
  }
})
