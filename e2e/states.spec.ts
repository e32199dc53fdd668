import type { Page } from '@playwright/test'
import { expectAccessibleEverywhere, settled } from './lib/axe.ts'
import { like, t } from './lib/messages.ts'
import { anyActions } from './lib/phrases.ts'
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
      await press(page, anyActions)
      await appears(page, 'menu')
    },
  ],
  [
    'the columns of a list',
    '/bills?filters=none',
    async (page) => {
      await press(page, t('Columns and density'))
      await appears(page, 'menu')
    },
  ],
  [
    'the views of a list',
    '/posts?search=the',
    async (page) => {
      await press(page, new RegExp(`^${t('Views')}$|${like('View: {view}').source}`))
      await appears(page, 'menu')
    },
  ],
  [
    'the filters of a list',
    '/posts?reportCount.min=1&createdAt.last=900d&match=any',
    async (page) => {
      // Until the chips are drawn the button may still move away from under the pointer.
      await page
        .getByRole('button', { name: like('Remove filter {field}') })
        .nth(1)
        .waitFor()
      await press(page, t('Add filter'))
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
      await page.getByRole('combobox', { name: t('Search everywhere') }).fill('the')
      await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
    },
  ],
  [
    'the question before many are changed',
    '/users/members',
    async (page) => {
      await page
        .getByRole('checkbox', { name: like('Select {record}') })
        .nth(1)
        .check()
      await press(page, t('Deactivate'))
      await appears(page, 'dialog')
    },
  ],
  [
    'the dates of a profile',
    '/profile',
    (page) => page.getByRole('radio', { name: t('Dates') }).check(),
  ],
  [
    'a toast',
    '/posts',
    async (page) => {
      await press(page, anyActions)
      await page.getByRole('menuitem', { name: t('Delete') }).click()
      await expect(page.getByRole('button', { name: t('Undo') })).toBeVisible()
    },
  ],
]

/** What opens over a page or beside it; the page itself is looked at in screens.spec.ts. */
const opened = '[data-record], [role=dialog], [role=menu], [role=listbox]'

test('what opens over a page is accessible, wide and light as well as narrow and dark', async ({
  page,
  server,
}) => {
  test.setTimeout(240_000)
  await openAs(page, server, '/profile')
  for (const [what, path, show] of states) {
    await page.goto(`${server.url}${path}`)
    if (!/edit=|profile/.test(path)) await expect(row(page)).toBeVisible()
    await show(page)
    if (path !== '/profile' && what !== 'a toast')
      await expect(page.locator(opened).first(), what).toBeVisible()
    await expectAccessibleEverywhere(page, what, path === '/profile' ? undefined : opened)
  }
})

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
    const places = messages.map(({ top, left, right }) =>
      // From the side at which lines end.
      [top, document.dir === 'rtl' ? left : innerWidth - right].map(Math.round),
    )
    return { covered, places }
  })

const widths = [1440, 1024, 390, 320]

/** Holds what lies below messages against nothing, at each width; and where the first of them is, if it is given. */
async function expectFree(page: Page, path: string, placeAt?: (width: number) => number[]) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await settled(page)
    const { covered, places } = await underMessages(page)
    expect(covered, `${path} at ${width} px`).toEqual([])
    if (placeAt) expect(places, `${path} at ${width} px`).toEqual([placeAt(width)])
    else expect(places[0]?.[0], `${path} at ${width} px`).toBe(8)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** One screen of each layout: tiles, tabs, a list, a tree, a calendar, a form, a record, a page of its own. */
const layouts = [
  '/dashboard',
  '/roles',
  '/roles/new',
  '/users/members',
  '/events?view=calendar',
  '/bills?edit=new',
  '/posts',
  '/categories?view=tree',
  '/profile',
  '/nowhere',
]

test('messages are in one place in every layout, over nothing that can be pressed', async ({
  page,
  server,
}) => {
  test.setTimeout(240_000)
  await openAs(page, server, '/users/members')
  await page
    .getByRole('checkbox', { name: like('Select {record}') })
    .nth(1)
    .check()
  await press(page, t('Copy'))
  await expect(page.locator('.Toastify__toast')).toBeVisible()
  await page.locator('.Toastify__toast').evaluate(async (toast) => {
    await Promise.all(toast.getAnimations().map(({ finished }) => finished))
  })
  for (const path of layouts) {
    await goOn(page, path, path === '/posts')
    await expectFree(page, path, (width) => [4, width > 991 ? 16 : 8])
    if (path === '/posts') await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: t('Close this message') }).click()
  await expect(page.locator('.Toastify__toast')).toHaveCount(0)

  await goOn(page, '/shopping-posts', false)
  await press(page, anyActions)
  await page.getByRole('menuitem', { name: t('Delete') }).click()
  const undo = page.getByRole('button', { name: t('Undo') })
  await expect(undo).toBeVisible()
  for (const path of ['/dashboard', '/roles', '/users/members', '/events?view=calendar']) {
    await goOn(page, path, false)
    await expectFree(page, path)
  }
  await page.keyboard.press('F8')
  await expect(undo).toBeFocused()
})
