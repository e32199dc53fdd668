import type { Page } from '@playwright/test'
import { expectAccessible } from './lib/axe.ts'
import { openRecord } from './lib/record.ts'
import { openAs } from './lib/signed-in.ts'
import { expect, test } from './lib/steward.ts'

const row = (page: Page) => page.locator('[data-row]').first()
const open = async (page: Page) => {
  await row(page).click({ position: { x: 150, y: 10 } })
  await expect(openRecord(page)).toBeVisible()
}
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click()
const appears = (page: Page, role: 'menu' | 'dialog') =>
  expect(page.getByRole(role).first()).toBeVisible()

/** What opens over a page or beside it: where it is found, and what opens it. */
const states: readonly [what: string, path: string, open: (page: Page) => Promise<void>][] = [
  [
    'the menu of a row',
    '/posts',
    async (page) => {
      await press(page, /^Actions for/)
      await appears(page, 'menu')
    },
  ],
  [
    'the columns of a list',
    '/bills?filters=none',
    async (page) => {
      await press(page, 'Columns and density')
      await appears(page, 'menu')
    },
  ],
  [
    'the views of a list',
    '/posts?search=the',
    async (page) => {
      await press(page, /^View/)
      await appears(page, 'menu')
    },
  ],
  [
    'the filters of a list',
    '/posts?reportCount.min=1&createdAt.last=900d&match=any',
    async (page) => {
      await press(page, 'Add filter')
      await appears(page, 'dialog')
    },
  ],
  ['a record', '/posts', open],
  ['a bill', '/bills?filters=none', open],
  ['a poll', '/polls?filters=none', open],
  ['a task', '/tasks?filters=none', open],
  ['a new event', '/events?edit=new', (page) => appears(page, 'dialog')],
  ['a new poll', '/polls?edit=new', (page) => appears(page, 'dialog')],
  ['a new bill', '/bills?edit=new', (page) => appears(page, 'dialog')],
  ['a new task', '/tasks?edit=new', (page) => appears(page, 'dialog')],
  [
    'the search of everything',
    '/posts',
    async (page) => {
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('combobox', { name: 'Search everywhere' }).fill('the')
      await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
    },
  ],
  [
    'the question before many are changed',
    '/users/members',
    async (page) => {
      await page
        .getByRole('checkbox', { name: /^Select / })
        .nth(1)
        .check()
      await press(page, 'Deactivate')
      await appears(page, 'dialog')
    },
  ],
  [
    'a toast',
    '/posts',
    async (page) => {
      await press(page, /^Actions for/)
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    },
  ],
]

// Each theme with the other width in half of the runs would miss half of what there is; both take half a minute each.
for (const [theme, width] of [
  ['light', 1440],
  ['dark', 390],
] as const) {
  test(`what opens over a page is accessible (${theme}, ${width} px)`, async ({ page, server }) => {
    test.setTimeout(240_000)
    await page.setViewportSize({ width, height: 900 })
    await openAs(page, server, `/posts?theme=${theme}`)
    for (const [what, path, show] of states) {
      await page.goto(`${server.url}${path}`)
      if (!path.includes('edit=')) await expect(row(page)).toBeVisible()
      await show(page)
      await expectAccessible(page, what)
    }
  })
}

test('a toast covers nothing that can be pressed, and F8 goes to its Undo', async ({
  page,
  server,
}) => {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await openAs(page, server, '/posts')
    await row(page).focus()
    await page.keyboard.press('d')
    const undo = page.getByRole('button', { name: 'Undo' })
    await expect(undo).toBeVisible()
    const covered = await page.evaluate(() => {
      const controls = document.querySelectorAll<HTMLElement>(
        'header button, header a, main button, main a, main input',
      )
      return [...controls].flatMap((control) => {
        const { left, top, width, height } = control.getBoundingClientRect()
        if (width === 0 || height === 0) return []
        const over = document.elementFromPoint(left + width / 2, top + height / 2)
        return over?.closest('.Toastify__toast') ? [control.ariaLabel ?? control.innerText] : []
      })
    })
    expect(covered, `${width} px`).toEqual([])
    await page.keyboard.press('F8')
    await expect(undo).toBeFocused()
  }
})
