import type { Page } from '@playwright/test'
import { expectAccessible, settled } from './lib/axe.ts'
import { openRecord } from './lib/record.ts'
import { screens } from './lib/screens.ts'
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
      // Until the chips are drawn the button may still move away from under the pointer.
      await page.getByRole('button', { name: 'Remove filter' }).nth(1).waitFor()
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

/** Goes somewhere within the app, so that messages stay, with the first record open where there is a list. */
async function goOn(page: Page, path: string, withRecord: boolean): Promise<void> {
  await page.evaluate((to) => {
    // The clock of messages stops while the window is not the one in use.
    dispatchEvent(new Event('blur'))
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await expect(page.locator('main h1, [role=dialog]').first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  if (withRecord) await open(page)
  // What slides in lies elsewhere at first.
  await settled(page)
}

/** What can be pressed and lies below a message, wholly or in part; and where messages stand. */
const underMessages = (page: Page) =>
  page.evaluate(() => {
    const messages = [...document.querySelectorAll('.Toastify__toast')].map((each) =>
      each.getBoundingClientRect(),
    )
    const controls =
      'a[href], button, input, select, textarea, [role=switch], [role=tab], [tabindex]'
    const covered = [...document.querySelectorAll<HTMLElement>(controls)].flatMap((control) => {
      const { left, right, top, bottom, width, height } = control.getBoundingClientRect()
      const isSeen =
        control.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1
      if (!isSeen || control.closest('.Toastify, main, [role=dialog]') === control) return []
      if (control.closest('.Toastify')) return []
      const isUnder = messages.some(
        (each) => each.left < right && each.right > left && each.top < bottom && each.bottom > top,
      )
      return isUnder ? [control.ariaLabel ?? control.innerText] : []
    })
    const places = messages.map(({ top, right }) => [top, innerWidth - right].map(Math.round))
    return { covered, places }
  })

for (const width of [1440, 1024, 390, 320])
  test(`messages stand in one place on every screen, over nothing that can be pressed (${width} px)`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await openAs(page, server, '/users/members')
    await page
      .getByRole('checkbox', { name: /^Select / })
      .nth(1)
      .check()
    await press(page, 'Copy')
    await expect(page.locator('.Toastify__toast')).toBeVisible()
    await page.locator('.Toastify__toast').evaluate(async (toast) => {
      await Promise.all(toast.getAnimations().map(({ finished }) => finished))
    })
    const side = width > 991 ? 16 : 8
    for (const path of screens) {
      await goOn(page, path, path === '/posts')
      const { covered, places } = await underMessages(page)
      expect(covered, path).toEqual([])
      expect(places, path).toEqual([[4, side]])
      if (path === '/posts') await page.keyboard.press('Escape')
    }
    await page.getByRole('button', { name: 'close' }).click()
    await expect(page.locator('.Toastify__toast')).toHaveCount(0)

    await goOn(page, '/shopping-posts', false)
    await press(page, /^Actions for/)
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const undo = page.getByRole('button', { name: 'Undo' })
    await expect(undo).toBeVisible()
    for (const path of screens.slice(0, 8)) {
      await goOn(page, path, false)
      const { covered, places } = await underMessages(page)
      expect(covered, path).toEqual([])
      expect(places[0]?.[0], path).toBe(8)
    }
    await page.keyboard.press('F8')
    await expect(undo).toBeFocused()
  })
