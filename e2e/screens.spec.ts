import type { Page } from '@playwright/test'
import { callServer, tokenOf } from './lib/accounts.ts'
import { expectAccessibleEverywhere } from './lib/axe.ts'
import { cutTexts, layoutFaults, putStyles, smallTargets, textSettings } from './lib/layout.ts'
import { publicScreens, screens } from './lib/screens.ts'
import { openAs } from './lib/signed-in.ts'
import { watch } from './lib/static-site.ts'
import { expect, owner, type Server, test } from './lib/steward.ts'

// Either half by another worker.
test.describe.configure({ mode: 'parallel', timeout: 240_000 })

const spacing = textSettings['the spacing of WCAG 1.4.12']
const large = textSettings['text of twice the size']

const isList = (path: string) => /limit=10/.test(path) || !/[?]|new|compare|import/.test(path)

async function widen(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
}

const beyond = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

/** Holds a page against what a person may set their browser for, as wide and as narrow as it gets. */
async function expectRoomForText(page: Page, path: string): Promise<void> {
  const none = { cut: [], covered: [], over: [], beyond: 0 }
  for (const [what, styles] of Object.entries(textSettings)) {
    await putStyles(page, styles)
    for (const width of [1440, 720]) {
      await widen(page, width)
      const message = `${path} with ${what} at ${width} px`
      await expect.poll(() => layoutFaults(page), { message, timeout: 5_000 }).toEqual(none)
    }
  }
  await putStyles(page, large)
  await widen(page, 390)
  await expect
    .poll(() => layoutFaults(page), { message: `${path} with large text`, timeout: 5_000 })
    .toMatchObject({ covered: [], beyond: 0 })
  await widen(page, 1440)
  await putStyles(page, spacing)
  if (isList(path)) await expect.poll(() => cutTexts(page), `${path} with spacing`).toEqual([])
  await putStyles(page, '')
}

/** Adds the narrowest record to what the dashboard and the audit log link to. */
async function createShortNamed(server: Server): Promise<void> {
  const token = await tokenOf(server, owner)
  await callServer(server, 'tasks.create', { token, body: { title: '|' } })
}

for (const half of [0, 1])
  test(`every screen is filled, fits, is accessible and has room for text (${half + 1} of 2)`, async ({
    page,
    server,
  }) => {
    const complaints = watch(page)
    await createShortNamed(server)
    await openAs(page, server, '/dashboard')
    for (const path of screens.filter((_, at) => at % 2 === half)) {
      await page.goto(`${server.url}${path}`)
      await expect(page.locator('main h1').first()).toBeVisible()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      expect(await page.locator('body').innerText(), path).not.toMatch(
        /undefined|NaN|\[object|Invalid Date/,
      )
      await expectAccessibleEverywhere(page, path)
      for (const width of [320, 390]) {
        await widen(page, width)
        await expect
          .poll(() => beyond(page), `${path} does not scroll sideways at ${width} px`)
          .toBeLessThanOrEqual(0)
      }
      expect(await smallTargets(page), path).toEqual([])
      await expectRoomForText(page, path)
    }
    expect(complaints).toEqual([])
  })

test('the screens before the sign-in are accessible', async ({ page, server }) => {
  for (const [path, title] of publicScreens) {
    await page.goto(`${server.url}${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expectAccessibleEverywhere(page, path)
  }
})
