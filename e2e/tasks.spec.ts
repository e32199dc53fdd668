import { expect, type Response, test } from '@playwright/test'
import { create } from '../apps/server/src/testing/factories.ts'
import { expectAccessible } from './lib/axe.ts'
import { choose, everything, makePeople, rowOf, windowOf, withServer } from './lib/people.ts'
import { openRecord } from './lib/record.ts'
import { withData } from './lib/steward.ts'

withServer('tasks', (at) => {
  const lead = async () =>
    (await makePeople(at.server, { name: `Lead ${Date.now()}`, permissions: everything }, 'Grace'))
      .people[0] as { id: string; name: string; email: string; password: string }
  const make = (...titles: string[]) =>
    withData(at.server, (db) => create(db, 'tasks', ...titles.map((title) => ({ title }))))

  test('a task about a post is made, given to oneself, talked about and done', async ({
    browser,
  }) => {
    await withData(at.server, async (db) => {
      const [author = ''] = await create(db, 'users', { name: 'Ada' })
      await create(db, 'posts', { author_id: author, text: 'The lamp in the yard is broken.' })
    })
    const page = await windowOf(browser, at.server, await lead(), '/posts')
    await choose(page, 'The lamp', 'Create task…')
    const form = page.getByRole('dialog', { name: 'New task' })
    await expect(form.getByLabel('Title')).toHaveValue('Post by Ada')
    await expectAccessible(page, 'the form of a task')
    await form.getByLabel('Title').fill('Mend the lamp')
    await form.getByRole('combobox', { name: 'Assignee' }).click()
    await page.getByRole('option', { name: 'Me' }).click()
    await form.getByRole('button', { name: 'Due tomorrow' }).click()
    await form.getByRole('button', { name: 'Create task' }).click()
    // Back to where it was asked for, whose record now tells of it.
    await expect(page).toHaveURL(/\/posts/)
    await rowOf(page, 'The lamp').click()
    await openRecord(page).getByRole('link', { name: 'Mend the lamp' }).click()
    const drawer = openRecord(page)
    await expect(drawer.getByRole('link', { name: 'Grace' })).toBeVisible()
    await expect(drawer.getByRole('link', { name: 'The lamp in the yard' })).toBeVisible()

    const field = drawer.getByLabel('New comment')
    await field.fill('Half written')
    await page.reload()
    await expect(field).toHaveValue('Half written')
    await field.fill('Needs a ladder.')
    await drawer.getByRole('button', { name: 'Comment', exact: true }).last().click()
    await expect(drawer.getByRole('heading', { name: 'Comments (1)' })).toBeVisible()
    await expectAccessible(page, 'a task with a comment')
    await drawer.getByRole('button', { name: /^Delete the comment/ }).click()
    await expect(drawer.getByText('No comments yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(drawer.getByText('Needs a ladder.')).toBeVisible()

    await drawer.getByRole('button', { name: 'Mark as done' }).click()
    await expect(drawer.getByRole('button', { name: 'Reopen' })).toBeVisible()
    await expect(page.getByText('Marked as done')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(drawer.getByRole('button', { name: 'Mark as done' })).toBeVisible()
    await page.reload()
    await expect(drawer.getByRole('button', { name: 'Mark as done' })).toBeVisible()
  })

  /** What a change of a task, or its undo, is answered. */
  const wrote = (answer: Response) =>
    answer.request().method() !== 'GET' && /\/undo|\/tasks\/[^/]+$/.test(answer.url())

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
    await page.mouse.move(from.x + 30, from.y + 12)
    await page.mouse.down()
    await page.mouse.move(to.x + 60, to.y + 120, { steps: 5 })
    await page.mouse.up()
    await expect(column('doing').locator(card(dragged))).toBeVisible()
    await expect(column('doing').getByRole('heading')).toHaveText(/Doing 1$/)
    // It was moved, not opened; the next key on a card is heard.
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await card(walked).focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('[data-record]')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator('[data-record]')).toHaveCount(0)
    const undone = page.waitForResponse(wrote)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(column('todo').locator(card(dragged))).toBeVisible()
    await undone

    await card(walked).focus()
    await page.keyboard.press('Space')
    await expect(page.getByText(/^Walked picked up/)).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    const saved = page.waitForResponse(wrote)
    await page.keyboard.press('Space')
    await expect(column('done').locator(card(walked))).toBeFocused()
    await saved
    await page.reload()
    await expect(column('done').locator(card(walked))).toBeVisible()
  })
})
