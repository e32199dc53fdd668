import { expect, type Page, test } from '@playwright/test'
import { create } from '../apps/server/src/testing/factories.ts'
import { expectAccessible } from './lib/axe.ts'
import { tabTo, writeIn } from './lib/keyboard.ts'
import { like, t } from './lib/messages.ts'
import { everything, makePeople, rowOf, windowOf, withServer } from './lib/people.ts'
import { withData } from './lib/steward.ts'

const day = 86_400_000
const days = (n: number) => new Date(Date.now() + n * day).toISOString()
const chip = (page: Page, words: string) => page.getByRole('button', { name: words, exact: true })
const atLeast = (min: number) => `${t('Reports')} ${t('at least {min}', { min })}`
const createdLately = () =>
  `${t('Created')} ${t('{days, plural, one {in the last day} other {in the last # days}}', { days: 7 })}`
const shown = (page: Page) => page.locator('[data-row]')

/** Begins a filter as the keyboard does, up to its operator. */
async function filterBy(page: Page, field: string): Promise<void> {
  // What floated before has let go of the keys.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('f')
  await writeIn(page, page.getByRole('combobox', { name: t('Filter by') }), field)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: like('{field}: how') })).toBeFocused()
}

/** Chooses in the list of operators, which has the focus. */
async function operator(page: Page, words: string): Promise<void> {
  const field = page.getByRole('combobox', { name: like('{field}: how') })
  for (let n = 0; n < 10; n++) {
    if ((await field.locator('option:checked').innerText()) === words) return
    await page.keyboard.press('ArrowDown')
  }
  throw new Error(`There is no operator “${words}”`)
}

withServer('filters', (at) => {
  const lead = async () =>
    (await makePeople(at.server, { name: `Lead ${Date.now()}`, permissions: everything }, 'Grace'))
      .people[0] as { id: string; name: string; email: string; password: string }

  test('posts are narrowed by keyboard alone, and the address says how', async ({ browser }) => {
    const made = await withData(at.server, (db) =>
      create(
        db,
        'posts',
        { text: 'Quiet and new' },
        { text: 'Reported once', report_count: 1 },
        { text: 'Reported and old', report_count: 3, created_at: days(-20) },
      ),
    )
    expect(made).toHaveLength(3)
    const page = await windowOf(browser, at.server, await lead(), '/posts')
    await expect(shown(page)).toHaveCount(3)

    await filterBy(page, t('Reports'))
    await page.keyboard.press('Tab')
    await page.keyboard.insertText('1')
    await page.keyboard.press('Enter')
    await expect(chip(page, atLeast(1))).toBeVisible()
    await expect(page).toHaveURL(/reportCount\.min=1/)
    await expect(shown(page)).toHaveCount(2)

    await filterBy(page, t('Created'))
    await expectAccessible(page, 'the editor of a filter')
    await operator(page, t('in the last', {}, 'condition of a filter'))
    await tabTo(
      page,
      page.getByRole('button', {
        name: t('{count, plural, one {# day} other {# days}}', { count: 7 }),
        exact: true,
      }),
    )
    await page.keyboard.press('Enter')
    await expect(chip(page, createdLately())).toBeVisible()
    await expect(shown(page)).toHaveCount(1)
    await expect(rowOf(page, 'Reported once')).toBeVisible()

    await tabTo(page, page.getByRole('button', { name: t('Match all of the filters') }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/match=any/)
    await expect(shown(page)).toHaveCount(3)
    await expectAccessible(page, 'a list with chips')

    // The address is all that it takes.
    const again = await page.context().newPage()
    await again.goto(page.url())
    await expect(chip(again, atLeast(1))).toBeVisible()
    await expect(chip(again, createdLately())).toBeVisible()
    await expect(shown(again)).toHaveCount(3)
    await again.close()

    await tabTo(page, chip(page, atLeast(1)))
    await page.keyboard.press('Enter')
    const how = page.getByRole('combobox', { name: t('{field}: how', { field: t('Reports') }) })
    await expect(how).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.insertText('3')
    await page.keyboard.press('Enter')
    await expect(chip(page, atLeast(3))).toBeFocused()

    await tabTo(page, chip(page, createdLately()))
    await page.keyboard.press('Backspace')
    await expect(page).not.toHaveURL(/createdAt|match/)
    await expect(shown(page)).toHaveCount(1)
    await expect(rowOf(page, 'Reported and old')).toBeVisible()
    await expect(page.getByRole('button', { name: t('Add filter') })).toBeFocused()
    await page.goBack()
    await expect(chip(page, createdLately())).toBeVisible()
    await expect(page).toHaveURL(/match=any/)
  })

  test('tasks begin with one’s own that are open; more is asked by keyboard', async ({
    browser,
  }) => {
    const grace = await lead()
    const page = await windowOf(browser, at.server, grace, '/tasks')
    await withData(at.server, (db) =>
      create(
        db,
        'tasks',
        { title: 'Nobody’s', due_at: days(2) },
        { title: 'Cancelled', assignee_id: grace.id, status: 'cancelled' },
      ),
    )
    await page.goto(`${at.server.url}/tasks`)
    // Nothing of it is hers: she is shown everything.
    await expect(page).toHaveURL(/filters=none/)
    await expect(shown(page)).toHaveCount(2)

    await filterBy(page, t('Assignee'))
    await page.keyboard.press('Tab')
    await expect(page.getByRole('option', { name: t('Me'), exact: true })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(
      chip(
        page,
        `${t('Assignee')} ${t('is {value}', { value: t('me', {}, 'as in “Assignee is me”') })}`,
      ),
    ).toBeVisible()
    await expect(page).toHaveURL(/assignee=me/)
    await expect(shown(page)).toHaveText([/Cancelled/])

    await filterBy(page, t('Assignee'))
    await operator(page, t('is empty', {}, 'condition of a filter'))
    await page.keyboard.press('Enter')
    await expect(chip(page, `${t('Assignee')} ${t('is empty')}`)).toBeVisible()
    await expect(shown(page)).toHaveText([/Nobody’s/])

    await tabTo(page, chip(page, `${t('Assignee')} ${t('is empty')}`))
    await page.keyboard.press('Delete')
    await expect(page).toHaveURL(/filters=none/)
    await filterBy(page, t('Status'))
    await operator(page, t('is not', {}, 'condition of a filter'))
    await tabTo(
      page,
      page.getByRole('checkbox', { name: t('Cancelled', {}, 'a status'), exact: true }),
    )
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await expect(
      chip(
        page,
        `${t('Status')} ${t('is not {value}', { value: t('Cancelled', {}, 'a status') })}`,
      ),
    ).toBeVisible()
    await expect(shown(page)).toHaveText([/Nobody’s/])
  })

  test('bills begin with what is due; without that it is everything, as is what a search finds', async ({
    browser,
  }) => {
    await withData(at.server, (db) =>
      create(
        db,
        'bills',
        { number: 'B-due', title: 'Hall hire', status: 'due', due_at: days(9) },
        { number: 'B-late', title: 'Chairs', status: 'due', due_at: days(-9) },
        { number: 'B-draft', title: 'Hall cleaning', status: 'draft' },
      ),
    )
    const page = await windowOf(browser, at.server, await lead(), '/bills')
    await expect(shown(page)).toHaveText([/B-late/, /B-due/])
    await expect(page).toHaveURL(/\/bills$/)

    await page.keyboard.press('/')
    await page.keyboard.insertText('hall')
    await expect(shown(page)).toHaveText([/B-draft/, /B-due/])
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.press('Backspace')
    await expect(shown(page)).toHaveText([/B-late/, /B-due/])

    await tabTo(
      page,
      page.getByRole('button', { name: t('Remove filter {field}', { field: t('Status') }) }),
    )
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/filters=none/)
    await expect(shown(page)).toHaveCount(3)
    await page.reload()
    await expect(shown(page)).toHaveCount(3)
  })
})
