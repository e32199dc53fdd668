import type { Locator } from '@playwright/test'
import { directionOf } from '@steward/i18n/reader'
import { layoutFaults, putStyles, textSettings } from './lib/layout.ts'
import { language, t } from './lib/messages.ts'
import { openRecord } from './lib/record.ts'
import { openAs } from './lib/signed-in.ts'
import { expect, test } from './lib/steward.ts'

for (const width of [1440, 390])
  test(`at text of twice the size a record and a filter are within the window (${width} px)`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await openAs(page, server, '/bills?filters=none')
    await putStyles(page, textSettings['text of twice the size'])
    await page.getByRole('button', { name: t('Add filter') }).click()
    const choices = page.getByRole('dialog').filter({ has: page.getByPlaceholder(t('Filter by…')) })
    await expect(choices).toBeInViewport({ ratio: 0.3 })
    const box = await choices.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 9999)).toBeLessThanOrEqual(width)
    await page.keyboard.press('Escape')
    await page.locator('[data-row]').first().focus()
    await page.keyboard.press('Enter')
    const record = openRecord(page)
    await expect(record.getByRole('button', { name: t('Close') })).toBeInViewport({ ratio: 1 })
    await expect(record.getByText(t('Payer'), { exact: true })).toBeAttached()
    expect((await layoutFaults(page)).beyond).toBe(0)
  })

test('on a telephone the search is its icon until it is used, and no filter lies below the order', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, server, '/events?filters=none')
  // The search is its icon beside the filters until it is used, and the order stands behind them.
  const search = page.getByRole('textbox', { name: t('Search {many}', { many: t('events') }) })
  const filter = page.getByRole('button', { name: t('Add filter') })
  const boxOf = async (of: Locator) =>
    (await of.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await expect(page.locator('[data-sorted]')).toBeAttached({ timeout: 10_000 })
  const [field, add, sort] = await Promise.all(
    [search, filter, page.locator('[data-sorted]')].map(boxOf),
  )
  expect(field?.width).toBeLessThan(60)
  expect(Math.abs((field?.y ?? 0) - (add?.y ?? 99))).toBeLessThan(16)
  const [before, behind] = directionOf(language) === 'rtl' ? [sort, add] : [add, sort]
  expect((before?.x ?? 0) + (before?.width ?? 999)).toBeLessThanOrEqual(behind?.x ?? 0)
  await search.click()
  await expect.poll(async () => (await boxOf(search)).width).toBeGreaterThan(300)
  await search.fill('market')
  await filter.click()
  await expect(page.getByRole('combobox', { name: t('Filter by') })).toBeVisible()
  await page.keyboard.press('Escape')
  expect((await boxOf(search)).width).toBeGreaterThan(300)
  await search.fill('')
  await filter.focus()
  await expect.poll(async () => (await boxOf(search)).width).toBeLessThan(60)
})
