import { test as base, expect, type Page } from '@playwright/test'
import { like, pattern } from './lib/messages.ts'
import { money, rangeOf } from './lib/phrases.ts'
import { makeDatabase } from './lib/postgres.ts'
import { hasRealData, importRealData } from './lib/real-data.ts'
import { openRecord } from './lib/record.ts'
import { beSignedIn } from './lib/signed-in.ts'
import { type Server, startServer } from './lib/steward.ts'
import { openWindow } from './lib/windows.ts'

for (const engine of ['embedded', 'postgresql'] as const) {
  base.describe(`real data on ${engine}`, () => {
    base.skip(!hasRealData, 'the real files are not here')
    base.describe.configure({ mode: 'serial', timeout: 240_000 })
    let server: Server
    let drop = async () => {}
    let page: Page

    base.beforeAll(async ({ browser }) => {
      base.setTimeout(300_000)
      const database = engine === 'postgresql' ? await makeDatabase() : undefined
      base.skip(database === null, 'no PostgreSQL answers')
      if (database) drop = database.drop
      server = await startServer({ DEMO: '0', ...database?.settings })
      await importRealData(server)
      page = await openWindow(browser)
      await beSignedIn(page, server)
    })
    base.afterAll(async () => {
      await server?.stop()
      await drop()
    })

    const total = (words: string) => expect(page.getByText(words, { exact: true })).toBeVisible()

    base('every row is there', async () => {
      for (const [path, words] of [
        ['users/members', rangeOf(1, 25, 16_376)],
        ['posts', rangeOf(1, 25, 6_000)],
        ['events?filters=none', rangeOf(1, 25, 1_741)],
        ['polls?filters=none', rangeOf(1, 25, 4_000)],
        ['bills?filters=none', rangeOf(1, 25, 2_798)],
      ] as const) {
        await page.goto(`${server.url}/${path}`)
        await total(words)
      }
    })

    base('a second import adds nothing', async () => {
      const said = await importRealData(server)
      for (const [file, words] of Object.entries(said)) expect(words, file).toMatch(/\b0 added/)
    })

    base('members are found by any part of a word and sorted by name', async () => {
      await page.goto(`${server.url}/users/members`)
      await total(rangeOf(1, 25, 16_376))
      await page.keyboard.press('/')
      await page.keyboard.type('logan howlett')
      await expect(page.getByRole('row').nth(1)).toContainText('Wolverine (James "Logan" Howlett)')
      await page.goto(`${server.url}/users/members?sort=name&page=656&limit=25`)
      await total(rangeOf(16_376, 16_376, 16_376))
    })

    base('posts show emoji, foreign scripts and entities as they were written', async () => {
      await page.goto(`${server.url}/posts?search=${encodeURIComponent('ateş etmeye')}`)
      await expect(page.getByRole('row').nth(1)).toContainText(
        'Ringe çıkmadan ateş etmeye başladı 😃',
      )
      await page.goto(`${server.url}/posts?search=%26amp%3B`)
      await expect(page.getByRole('row').nth(1)).toContainText('&amp;')
    })

    const dollars = new RegExp(pattern(money('USD', 1.11)).replaceAll('1', '[\\d,.]+'))
    base('bills carry exact amounts, are filtered by currency and sorted by amount', async () => {
      await page.goto(`${server.url}/bills?currency=USD&sort=-amount`)
      await total(rangeOf(1, 25, 2_798))
      await expect(page.getByRole('row').nth(1)).toContainText(dollars)
      await page.goto(`${server.url}/bills?currency=EUR`)
      await expect(
        page.getByText(like('{first}–{last} of {total}', { first: 1, last: 25 })),
      ).toBeHidden()
    })

    base('events are filtered by their time, polls open with results that add up', async () => {
      await page.goto(`${server.url}/events?from=2023-07-14&to=2023-07-14`)
      await total(rangeOf(1, 18, 18))
      await page.goto(`${server.url}/polls?search=SurveyUSA`)
      await page.getByRole('row').nth(1).click()
      await expect(openRecord(page)).toContainText(/[%٪]/)
    })
  })
}
