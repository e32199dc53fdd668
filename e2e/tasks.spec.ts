import { expect, type Response, test } from '@playwright/test'
import { directionOf } from '@steward/i18n/reader'
import { create } from '../apps/server/src/testing/factories.ts'
import { expectAccessible } from './lib/axe.ts'
import { alongLines } from './lib/keyboard.ts'
import { drawn, language, like, t } from './lib/messages.ts'
import { choose, everything, makePeople, rowOf, windowOf, withServer } from './lib/people.ts'
import { createOne, newOne } from './lib/phrases.ts'
import { openRecord } from './lib/record.ts'
import { withData } from './lib/steward.ts'

withServer('tasks', (at) => {
  const lead = async () =>
    (await makePeople(at.server, { name: `Lead ${Date.now()}`, permissions: everything }, 'Grace'))
      .people[0] as { id: string; name: string; email: string; password: string }
  const make = (...titles: string[]) =>
    withData(at.server, (db) => create(db, 'tasks', ...titles.map((title) => ({ title }))))

  /** What a change of a task, or its undo, is answered. */
  const wrote = (answer: Response) =>
    answer.request().method() !== 'GET' && /\/undo|\/tasks\/[^/]+$/.test(answer.url())

  test('a task about a post is made, given to oneself, talked about and done', async ({
    browser,
  }) => {
    await withData(at.server, async (db) => {
      const [author = ''] = await create(db, 'users', { name: 'Ada' })
      await create(db, 'posts', { author_id: author, text: 'The lamp in the yard is broken.' })
    })
    const page = await windowOf(browser, at.server, await lead(), '/posts')
    await choose(page, 'The lamp', t('Create task…'))
    const form = page.getByRole('dialog', { name: newOne('task') })
    await expect(form.getByLabel(t('Title'))).toHaveValue(drawn('Post by {name}', { name: 'Ada' }))
    await expectAccessible(page, 'the form of a task')
    await form.getByLabel(t('Title')).fill('Mend the lamp')
    await form.getByRole('combobox', { name: t('Assignee') }).click()
    await page.getByRole('option', { name: t('Me') }).click()
    await form.getByRole('button', { name: t('Due tomorrow') }).click()
    await form.getByRole('button', { name: createOne('task') }).click()
    // Back to where it was asked for, whose record now tells of it.
    await expect(page).toHaveURL(/\/posts/)
    await rowOf(page, 'The lamp').click()
    await openRecord(page).getByRole('link', { name: 'Mend the lamp' }).click()
    const drawer = openRecord(page)
    await expect(drawer.getByRole('link', { name: 'Grace' })).toBeVisible()
    await expect(drawer.getByRole('link', { name: 'The lamp in the yard' })).toBeVisible()

    const field = drawer.getByLabel(t('New comment'))
    await field.fill('Half written')
    await page.reload()
    await expect(field).toHaveValue('Half written')
    await field.fill('Needs a ladder.')
    await drawer
      .getByRole('button', { name: t('Comment', {}, 'verb: write a comment'), exact: true })
      .last()
      .click()
    await expect(
      drawer.getByRole('heading', { name: t('Comments ({count})', { count: 1 }) }),
    ).toBeVisible()
    await expectAccessible(page, 'a task with a comment')
    await drawer.getByRole('button', { name: like('Delete the comment by {author}') }).click()
    await expect(drawer.getByText(t('No comments yet.'))).toBeVisible()
    await page.getByRole('button', { name: t('Undo') }).click()
    await expect(drawer.getByText('Needs a ladder.')).toBeVisible()

    await drawer.getByRole('button', { name: t('Mark as done') }).click()
    await expect(drawer.getByRole('button', { name: t('Reopen') })).toBeVisible()
    await expect(page.getByText(t('Marked as done'))).toBeVisible()
    // It is shown before it is saved.
    const undone = page.waitForResponse(wrote)
    await page
      .getByRole('button', { name: t('Undo') })
      .last()
      .click()
    await expect(drawer.getByRole('button', { name: t('Mark as done') })).toBeVisible()
    await undone
    await page.reload()
    await expect(drawer.getByRole('button', { name: t('Mark as done') })).toBeVisible()
  })

  test('cards go to another column by pointer and by keyboard, and back by Undo', async ({
    browser,
  }) => {
    const [dragged = '', walked = ''] = await make('Dragged', 'Walked')
    const page = await windowOf(browser, at.server, await lead(), '/tasks?view=board')
    const column = (name: string) => page.locator(`[data-column=${name}]`)
    const card = (of: string) => page.locator(`[data-row="${of}"]`)
    await expect(column('todo').locator(card(dragged))).toBeVisible()
    await expectAccessible(page, 'the board')

    const from = await card(dragged).boundingBox()
    const to = await column('doing').boundingBox()
    if (!from || !to) throw new Error('The board is not there')
    // Where the lines of a card begin: its menu is at their end.
    const x = directionOf(language) === 'rtl' ? from.x + from.width - 30 : from.x + 30
    await page.mouse.move(x, from.y + 12)
    await page.mouse.down()
    await page.mouse.move(to.x + 60, to.y + 120, { steps: 5 })
    await page.mouse.up()
    await expect(column('doing').locator(card(dragged))).toBeVisible()
    await expect(column('doing').getByRole('heading')).toHaveText(
      new RegExp(`${t('Doing', {}, 'a status')} 1$`),
    )
    // It was moved, not opened; the next key on a card is heard.
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await card(walked).focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('[data-record]')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator('[data-record]')).toHaveCount(0)
    const undone = page.waitForResponse(wrote)
    await page.getByRole('button', { name: t('Undo') }).click()
    await expect(column('todo').locator(card(dragged))).toBeVisible()
    await undone

    await card(walked).focus()
    await page.keyboard.press('Space')
    await expect(
      page.getByText(
        t(
          '{task} picked up. Choose a column with the left and right arrows, drop it with Space, cancel with Escape.',
          { task: 'Walked' },
        ),
      ),
    ).toBeVisible()
    await page.keyboard.press(alongLines('ArrowRight'))
    await page.keyboard.press(alongLines('ArrowRight'))
    const saved = page.waitForResponse(wrote)
    await page.keyboard.press('Space')
    await expect(column('done').locator(card(walked))).toBeFocused()
    await saved
    await page.reload()
    await expect(column('done').locator(card(walked))).toBeVisible()
  })
})
