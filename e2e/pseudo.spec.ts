import type { Page } from '@playwright/test'
import { languageCodes } from '@steward/i18n/catalog'
import { languageFaults, settled } from './lib/axe.ts'
import { layoutFaults, putStyles, textSettings } from './lib/layout.ts'
import { collectData, putPseudo, t, unreachable, untranslatedOn } from './lib/pseudo.ts'
import { watchRequests } from './lib/quiet.ts'
import { openRecord } from './lib/record.ts'
import { publicScreens, screens } from './lib/screens.ts'
import { openAs } from './lib/signed-in.ts'
import { expect as hardly, type Server, test } from './lib/steward.ts'

// Each fault of every screen is told, not the first alone.
const expect = hardly.configure({ soft: true, timeout: 3_000 })

test.describe.configure({ mode: 'parallel', timeout: 240_000 })
test.use({ locale: 'de-DE' })

const none = { cut: [], covered: [], over: [], beyond: 0 }

type Unknown = ReturnType<typeof collectData>

/** Holds what is shown against what another language needs. */
async function expectWhole(
  page: Page,
  what: string,
  unknown: Unknown,
  wanted: Partial<typeof none> = none,
): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await settled(page)
    const at = `${what} at ${width} px`
    await expect.poll(() => untranslatedOn(page, unknown), `${at}: untranslated`).toEqual([])
    await expect.poll(() => layoutFaults(page), at).toMatchObject(wanted)
    expect(await unreachable(page), `${at}: ends in an ellipsis`).toEqual([])
  }
  await putStyles(page, textSettings['text of twice the size'])
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect
      .poll(() => layoutFaults(page), `${what} with large text at ${width} px`)
      .toMatchObject(width > 390 ? wanted : { beyond: 0 })
  }
  await putStyles(page, '')
}

/** Goes somewhere within the app, without loading it anew. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await hardly(page.locator('main h1, [role=dialog]').first()).toBeVisible()
  await hardly(page.locator('[aria-busy=true]')).toHaveCount(0)
}

/** Opens the app in the language that isn't one, and notes what data its answers bring. */
async function openInPseudo(page: Page, server: Server) {
  const unknown = collectData(page)
  const quiet = watchRequests(page)
  await putPseudo(page)
  await openAs(page, server, '/dashboard')
  await hardly(page.locator('main h1').first()).toBeVisible()
  return { unknown, quiet }
}

for (const half of [0, 1])
  test(`every screen is translated and has room for longer texts (${half + 1} of 2)`, async ({
    page,
    server,
  }) => {
    const { unknown, quiet } = await openInPseudo(page, server)
    for (const path of screens.filter((_, at) => at % 2 === half)) {
      await goTo(page, path)
      await quiet()
      await expectWhole(page, path, unknown)
    }
  })

test('every screen before the sign-in is translated and has room for longer texts', async ({
  page,
  server,
}) => {
  const unknown = collectData(page)
  await putPseudo(page)
  for (const [path] of publicScreens) {
    await page.goto(`${server.url}${path}`)
    await hardly(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectWhole(page, path, unknown)
  }
})

const row = (page: Page) => page.locator('[data-row]').first()
const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click()
const openMenu = async (page: Page) => {
  await row(page).locator('button[aria-haspopup=menu]').click()
  await hardly(page.getByRole('menu')).toBeVisible()
}

/** What opens over a screen or beside it, and what opens it. */
const states: readonly [what: string, path: string, open: (page: Page) => Promise<void>][] = [
  ['the menu of a row', '/shopping-posts', openMenu],
  [
    'a toast',
    '/shopping-posts',
    async (page) => {
      await openMenu(page)
      await page.getByRole('menuitem', { name: t('Delete'), exact: true }).click()
      await hardly(page.getByRole('button', { name: t('Undo') })).toBeVisible()
    },
  ],
  ['the columns of a list', '/bills?filters=none', (page) => press(page, t('Columns and density'))],
  ['the filters of a list', '/bills?filters=none', (page) => press(page, t('Add filter'))],
  ...['/posts', '/bills?filters=none', '/polls?filters=none', '/tasks?filters=none'].map(
    (path): (typeof states)[number] => [
      'a record',
      path,
      async (page) => {
        await row(page).click({ position: { x: 150, y: 10 } })
        await hardly(openRecord(page)).toBeVisible()
      },
    ],
  ),
  ['a form', '/events?edit=new', async () => {}],
  [
    'the search of everything',
    '/posts',
    async (page) => {
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('combobox', { name: t('Search everywhere') }).fill('the')
      await hardly(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
    },
  ],
  [
    'the bar for many, and its question',
    '/users/members',
    async (page) => {
      await page.locator('[data-row] input[type=checkbox]').first().check()
      await press(page, t('Deactivate'))
      await hardly(page.getByRole('dialog')).toBeVisible()
    },
  ],
]

test('what opens over a screen is translated and has room for longer texts', async ({
  page,
  server,
}) => {
  const { unknown, quiet } = await openInPseudo(page, server)
  for (const [what, path, open] of states) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await goTo(page, path)
    await open(page)
    await quiet()
    // What floats covers what it lies over.
    await expectWhole(page, `${what} on ${path}`, unknown, { cut: [], beyond: 0 })
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  }
})

test('every screen names its language, in each of them', async ({ page, server }) => {
  await openAs(page, server, '/dashboard')
  await hardly(page.locator('main h1').first()).toBeVisible()
  for (const language of languageCodes()) {
    await page.evaluate((chosen) => {
      const key = 'steward-preferences'
      localStorage.setItem(key, JSON.stringify({ language: chosen }))
      // As another tab would tell it.
      dispatchEvent(new StorageEvent('storage', { key }))
    }, language)
    await hardly(page.locator('html')).toHaveAttribute('lang', language)
    for (const path of screens) {
      await goTo(page, path)
      expect(await languageFaults(page), `${path} in ${language}`).toEqual([])
      expect(await page.locator('html').getAttribute('lang'), path).toBe(language)
    }
  }
})
