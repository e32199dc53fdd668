import { create, createAdmin, createRole } from '../apps/server/src/testing/factories.ts'
import { granting } from '../apps/server/src/testing/grants.ts'
import { expectAccessibleEverywhere } from './lib/axe.ts'
import { enter, tabTo, type } from './lib/keyboard.ts'
import { drawn, like, t } from './lib/messages.ts'
import { openAs } from './lib/signed-in.ts'
import { expect, type Server, test, withData } from './lib/steward.ts'

const list = 'Operations · Bills · list'
const remove = 'Operations · Bills · delete'

const makeStaff = (server: Server, name: string, ...permissions: string[]) =>
  withData(server, async (db) => {
    const role = await createRole(db, granting(...permissions), `Role of ${name}`)
    const email = `${name.split(' ')[0]?.toLowerCase()}@example.com`
    return await createAdmin(db, role, { name, email })
  })

test('somebody asks for what they may not do, a colleague grants it, and the log names the loan', async ({
  browser,
  page: borrower,
  server,
}) => {
  const asks = await makeStaff(server, 'Ben Borrower', list, 'System · Audit log · list')
  const grants = await makeStaff(server, 'Gwen Granter', list, remove)
  const [bill = '', other = ''] = await withData(server, (db) =>
    create(db, 'bills', { title: 'Water, twice' }, { title: 'Power' }),
  )
  const open = (id: string) => `/bills?open=${id}`
  await openAs(borrower, server, open(bill), asks)
  const record = borrower.getByRole('region', { name: /Water, twice|Power/ })

  await test.step('ask', async () => {
    await expect(record.getByRole('button', { name: t('Delete') })).toHaveCount(0)
    await enter(borrower, record.getByRole('button', { name: t('Ask…', {}, 'for a permission') }))
    const dialog = borrower.getByRole('dialog', { name: t('Ask for a permission') })
    const what = dialog.getByLabel(t('What you want to do'))
    await expect(what).toBeFocused()
    await what.selectOption({ label: t('Delete') })
    await expectAccessibleEverywhere(borrower, 'asking')
    await enter(borrower, dialog.getByRole('button', { name: t('Ask', {}, 'for a permission') }))
    await expect(dialog.getByText(t('Say why you need it'))).toBeVisible()
    await type(borrower, dialog.getByLabel(t('Reason')), 'It was entered twice')
    await enter(borrower, dialog.getByRole('button', { name: t('Ask', {}, 'for a permission') }))
    await expect(dialog).toBeHidden()
  })

  const context = await browser.newContext()
  const granter = await context.newPage()
  await test.step('grant', async () => {
    await openAs(granter, server, '/bills', grants)
    const link = granter.getByRole('link', { name: new RegExp(`^${t('Requests')}`) })
    await enter(granter, link)
    await expect(granter.getByRole('heading', { name: t('Requests') })).toBeVisible()
    await expect(granter.getByText('It was entered twice')).toBeVisible()
    await expectAccessibleEverywhere(granter, 'requests')
    await enter(
      granter,
      granter.getByRole('button', { name: like('Review: {request}, by {name}') }),
    )
    const dialog = granter.getByRole('dialog')
    await expect(dialog.getByRole('checkbox', { name: /^B-/ })).toBeChecked()
    await expectAccessibleEverywhere(granter, 'a request')
    await enter(granter, dialog.getByRole('button', { name: t('Grant') }))
    await expect(dialog).toBeHidden()
    await expect(granter.getByText(t('No request waits for you.'))).toBeVisible()
  })

  await test.step('do it, without a reload', async () => {
    await expect(borrower.getByText(like('{name} has granted: {what}')).first()).toBeVisible()
    await enter(borrower, record.getByRole('button', { name: t('Delete'), exact: true }))
    await expect
      .poll(() =>
        withData(server, async (db) => {
          const row = await db
            .selectFrom('bills')
            .select('deleted_at')
            .where('id', '=', bill)
            .executeTakeFirst()
          return row?.deleted_at !== null
        }),
      )
      .toBe(true)
    await borrower.goto(`${server.url}${open(other)}`)
    await expect(
      record.getByRole('button', { name: t('Ask…', {}, 'for a permission') }),
    ).toBeVisible()
    await expect(record.getByRole('button', { name: t('Delete'), exact: true })).toHaveCount(0)
  })

  await test.step('the audit log names it', async () => {
    await borrower.goto(`${server.url}/audit-log?area=bills&record=${bill}&action=delete`)
    const row = borrower.locator('[data-row]').first()
    await expect(row).toBeVisible()
    await row.focus()
    await borrower.keyboard.press('Enter')
    await expect(borrower.getByText(t('On loan, granted by'))).toBeVisible()
    await expect(borrower.getByText('Gwen Granter').first()).toBeVisible()
  })

  await test.step('give it back', async () => {
    await borrower.goto(`${server.url}/profile`)
    const back = borrower.getByRole('button', { name: like('Give back: {loan}') })
    await tabTo(borrower, back)
    await expectAccessibleEverywhere(borrower, 'what is on loan')
    await borrower.keyboard.press('Enter')
    await expect(back).toBeHidden()
    await enter(granter, granter.getByRole('link', { name: t('Active loans') }))
    await expect(granter.getByText(t('Nothing is on loan.'))).toBeVisible()
  })
  await context.close()
})

test('an owner gives somebody a further role until a time, and ends it', async ({
  page,
  server,
}) => {
  const stand = await makeStaff(server, 'Stan Stand-in', list)
  await makeStaff(server, 'Holly Holiday', list, remove)
  await openAs(page, server, `/users/${stand.id}`)
  await enter(page, page.getByRole('button', { name: t('Temporary role…') }))
  const dialog = page.getByRole('dialog', {
    name: drawn('A further role for {name}', { name: 'Stan Stand-in' }),
  })
  const role = dialog.getByLabel(t('Role'))
  await expect(role).toBeFocused()
  await role.selectOption({ label: 'Role of Holly Holiday' })
  await type(page, dialog.getByLabel(t('Reason')), 'Holidays of Holly')
  await expectAccessibleEverywhere(page, 'giving a temporary role')
  await enter(page, dialog.getByRole('button', { name: t('Give role') }))
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Holidays of Holly')).toBeVisible()
  await expectAccessibleEverywhere(page, 'a temporary role')
  await enter(page, page.getByRole('button', { name: like('End now: {role}') }))
  await expect(page.getByRole('button', { name: like('End now: {role}') })).toBeHidden()
})
