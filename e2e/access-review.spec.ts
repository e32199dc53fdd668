import { readFile } from 'node:fs/promises'
import { type Page, test } from '@playwright/test'
import { sql } from 'kysely'
import { create } from '../apps/server/src/testing/factories.ts'
import { callServer, tokenOf } from './lib/accounts.ts'
import { expectAccessible } from './lib/axe.ts'
import { alongLines, enter, tabTo, type } from './lib/keyboard.ts'
import { t, within } from './lib/messages.ts'
import { makePeople, permitting, rowOf, windowOf, withServer } from './lib/people.ts'
import { permissionText } from './lib/phrases.ts'
import { expect, withData } from './lib/steward.ts'

const searchField = (page: Page) => page.getByRole('textbox', { name: within('Search {many}') })
const takeAway = t('{count, plural, one {Take away} other {Take away #}}', { count: 1 })

withServer('the access review', (at) => {
  test('finds what nobody uses, takes it away and gives it back, by keyboard', async ({
    browser,
  }) => {
    const { server } = at
    const { people } = await makePeople(
      server,
      {
        name: 'Cashiers',
        permissions: permitting('Operations · Bills · list', 'Operations · Bills · delete'),
      },
      'Grace',
    )
    await withData(server, (db) =>
      sql`
        insert into permission_uses (user_id, module, submodule, action, day, n)
        values (${people[0]?.id}, 'Operations', 'Bills', 'list', (now() at time zone 'UTC')::date - 3, 7)
      `.execute(db),
    )
    const page = await windowOf(browser, server, server.owner, '/roles')
    await enter(page, page.getByRole('link', { name: t('Access review') }))
    await expect(page.getByRole('heading', { level: 1 })).toContainText(t('Access review'))
    const rows = page.locator('[data-row]')
    await type(page, searchField(page), 'Grace')
    await expect(rows).toHaveCount(2)
    await expectAccessible(page, 'the access review')

    await enter(page, page.getByRole('button', { name: t('Not used for'), exact: true }))
    await expect(page.getByRole('menuitemcheckbox').first()).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText(t('Never'))
    expect(new URL(page.url()).searchParams.get('unused')).toContain('90d')

    const file = page.waitForEvent('download')
    await enter(page, page.getByRole('button', { name: t('Export CSV') }))
    const text = await readFile(await (await file).path(), 'utf8')
    expect(text.trim().split('\r\n').slice(1)).toEqual([
      'Grace,no,active,Operations,Bills,delete,role,Cashiers,,,,,0',
    ])

    await tabTo(page, rowOf(page, 'Grace'))
    await page.keyboard.press('#')
    const dialog = page.getByRole('dialog', { name: t('Take away what nobody uses') })
    await expect(dialog.getByRole('row').nth(1)).toContainText(
      permissionText('Operations', 'Bills', 'delete'),
    )
    await expect(dialog).toContainText('Cashiers')
    await expectAccessible(page, 'the access review')
    await enter(page, dialog.getByRole('button', { name: takeAway, exact: true }))
    await expect(dialog).toBeHidden()
    await expect(rows).toHaveCount(0)

    await page.keyboard.press('ControlOrMeta+Z')
    await expect(rows).toHaveCount(1)
    await page.close()
  })

  test('says why what is used stays, and that an owner keeps everything', async ({ browser }) => {
    const { server } = at
    const { people } = await makePeople(
      server,
      { name: 'Tellers', permissions: permitting('Operations · Bills · list') },
      'Ada',
      'Hopper',
    )
    await withData(server, (db) =>
      sql`
        insert into permission_uses (user_id, module, submodule, action, day, n)
        values (${people[0]?.id}, 'Operations', 'Bills', 'list', (now() at time zone 'UTC')::date, 1)
      `.execute(db),
    )
    const page = await windowOf(browser, server, server.owner, '/roles/access-review?search=Hopper')
    await tabTo(page, rowOf(page, 'Hopper'))
    await page.keyboard.press('#')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(
      t(
        'Stays: used in the last 90 days by {who}. Give those who don’t need it another role instead.',
        { who: 'Ada' },
      ),
    )
    await expect(dialog.getByRole('button', { name: takeAway, exact: true })).toBeDisabled()
    await page.keyboard.press('Escape')
    await page.goto(`${server.url}/roles/access-review?source=owner`)
    await tabTo(page, page.locator('[data-row]').first())
    await page.keyboard.press('#')
    await expect(dialog).toContainText(
      t('Stays: an owner has every permission. Give the person another role instead.'),
    )
    await page.close()
  })

  test('says for which rows a temporary role is, and ends it from the row, by keyboard', async ({
    browser,
  }) => {
    const { server } = at
    const { people } = await makePeople(
      server,
      { name: 'Greeters', permissions: permitting('Community · Events · list') },
      'Rosalind',
    )
    await withData(server, (db) =>
      sql`
        with role as (
          insert into roles (id, name, permissions, conditions)
          values (gen_random_uuid(), 'Small bills',
            ${JSON.stringify(permitting('Operations · Bills · list'))}::jsonb,
            ${JSON.stringify([
              {
                module: 'Operations',
                submodule: 'Bills',
                action: 'list',
                where: { 'amount.max': '50000' },
              },
            ])}::jsonb)
          returning id
        )
        insert into temporary_roles (id, user_id, role_id, until, reason, given_by, given_by_name)
        select gen_random_uuid(), ${people[0]?.id}::uuid, role.id, now() + interval '1 day', 'Holidays',
          gen_random_uuid(), 'Owner' from role
      `.execute(db),
    )
    const path = '/roles/access-review?search=Rosalind&condition=true'
    const page = await windowOf(browser, server, server.owner, path)
    const row = rowOf(page, 'Rosalind')
    await expect(row).toContainText('500.00')
    await tabTo(page, row)
    await page.keyboard.press(alongLines('ArrowRight'))
    await page.keyboard.press(alongLines('ArrowRight'))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(row).toHaveCount(0)
    await page.close()
  })

  test('says that a permission is on loan, and ends the loan from the row, by keyboard', async ({
    browser,
  }) => {
    const { server } = at
    const permissions = permitting('Operations · Bills · list')
    const { people } = await makePeople(server, { name: 'Borrowers', permissions }, 'Barbara')
    const [barbara] = people
    if (!barbara) throw new Error('nobody was made')
    const [bill] = await withData(server, (db) => create(db, 'bills', { title: 'Lent' }))
    const own = await tokenOf(server, barbara)
    const asked = (await callServer(server, 'loans.ask', {
      token: own,
      body: {
        module: 'Operations',
        submodule: 'Bills',
        action: 'delete',
        records: [bill],
        reason: 'It was entered twice',
        minutes: 60,
      },
    })) as { _id: string }
    const token = await tokenOf(server, server.owner)
    await callServer(server, 'loans.grant', { token, params: { id: asked._id }, body: {} })

    const page = await windowOf(browser, server, server.owner, '/bills')
    await expect(page.locator('[data-row]').first()).toBeVisible()
    // Its code comes once the person moves.
    await expect(async () => {
      await page.keyboard.press('g')
      await expect(page.getByRole('list', { name: t('Go to') })).toBeVisible({ timeout: 500 })
    }).toPass()
    await page.keyboard.press('w')
    await expect(page).toHaveURL(/access-review/)
    await type(page, searchField(page), 'Barbara')
    const row = rowOf(page, t('Loan'))
    await expect(page.locator('[data-row]')).toHaveCount(2)
    await expect(row).toContainText(t('delete'))
    await tabTo(page, page.locator('[data-row]').first())
    await expect(async () => {
      await page.keyboard.press('j')
      await expect(row).toBeFocused({ timeout: 200 })
    }).toPass()
    await page.keyboard.press(alongLines('ArrowRight'))
    await page.keyboard.press(alongLines('ArrowRight'))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(row).toHaveCount(0)
    await expect(page.locator('[data-row]')).toHaveCount(1)
    const left = (await callServer(server, 'loans.own', { token: own })) as { loans: unknown[] }
    expect(left.loans).toEqual([])
    await page.close()
  })

  test('is shown by role, and to nobody who may not list admins', async ({ browser }) => {
    const { server } = at
    const { people } = await makePeople(
      server,
      { name: 'Readers', permissions: permitting('Roles · Roles · list') },
      'Lin',
    )
    const page = await windowOf(browser, server, server.owner, '/roles/access-review')
    await enter(page, page.getByRole('link', { name: t('By role') }))
    await expect(page).toHaveURL(/access-review\/roles/)
    await type(page, searchField(page), 'Readers')
    await expect(rowOf(page, 'Readers')).toBeVisible()
    await tabTo(page, rowOf(page, 'Readers').first())
    await page.keyboard.press('Enter')
    await expect(
      page.getByText(t('{count, plural, one {# person} other {# people}}', { count: 1 })),
    ).toBeVisible()
    await page.close()
    const reader = people[0]
    if (!reader) throw new Error('nobody was made')
    const other = await windowOf(browser, server, reader, '/roles')
    await expect(rowOf(other, 'Readers')).toBeVisible()
    await expect(other.getByRole('link', { name: t('Access review') })).toHaveCount(0)
    await other.goto(`${server.url}/roles/access-review`)
    await expect(
      other.getByText(permissionText('Users', 'Admins', 'see the list')).first(),
    ).toBeVisible()
    await other.close()
  })
})
