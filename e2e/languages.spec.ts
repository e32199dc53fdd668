import type { Page } from '@playwright/test'
import { readCatalog } from '@steward/i18n/catalog'
import { translator } from '@steward/i18n/reader'
import { expectAccessible } from './lib/axe.ts'
import { openAs } from './lib/signed-in.ts'
import { expect, makeStaff, test } from './lib/steward.ts'

test.setTimeout(240_000)
// Whatever the run's language is.
test.use({ locale: 'en-GB' })

/** A message in a language, as the files of translations have it. */
function wordsOf(language: string) {
  const { t } = translator({ language, locale: language }, readCatalog(language))
  return t
}

const shownIn = (page: Page) =>
  page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])

test.describe('without a session', () => {
  test.use({ locale: 'de-AT' })

  test('the page is in the browser’s language, and in another one by its menu', async ({
    page,
    server,
  }) => {
    const [german, arabic] = [wordsOf('de'), wordsOf('ar')]
    await page.goto(server.url)
    await expect(page.getByRole('button', { name: german('Sign in'), exact: true })).toBeVisible()
    expect(await shownIn(page)).toEqual(['de', 'ltr'])
    await page.getByLabel(german('E-mail')).fill('ada@example.com')
    await page.getByRole('combobox', { name: german('Language') }).selectOption('ar')
    await expect(page.getByRole('button', { name: arabic('Sign in'), exact: true })).toBeVisible()
    expect(await shownIn(page)).toEqual(['ar', 'rtl'])
    await expectAccessible(page, 'the sign-in page in Arabic')
    await page.reload()
    await expect(page.getByRole('button', { name: arabic('Sign in'), exact: true })).toBeVisible()
    await page.getByRole('combobox', { name: arabic('Language') }).selectOption('en')
    await page.getByLabel('E-mail').fill('nobody@example.com')
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    // On a slow connection the messages of what lies behind the sign-in come after the answer.
    const refused = page.waitForResponse(/\/api\/auth\/admin-login/)
    await page.route(/\/assets\/ja-rest-/, async (route) => {
      await refused
      await route.continue()
    })
    await page.getByRole('combobox', { name: 'Language' }).selectOption('ja')
    const japanese = wordsOf('ja')
    await page.getByLabel(japanese('E-mail')).fill('nobody@example.com')
    await page.getByLabel(japanese('Password'), { exact: true }).fill('not the password')
    await page.keyboard.press('Enter')
    // What the server refuses it in, too.
    await expect(page.getByRole('alert')).toContainText(
      japanese('The e-mail address or the password is wrong.'),
    )
  })
})

test('a language is changed on the profile without a reload, and found again in another browser', async ({
  page,
  server,
  browser,
}) => {
  const who = await makeStaff(server, [
    { module: 'Operations', submodule: 'Bills', action: 'list' },
  ])
  const french = wordsOf('fr')
  await openAs(page, server, '/profile', who)
  await page.getByLabel('Language', { exact: true }).waitFor()
  await page.evaluate(() => {
    const languages: string[] = []
    const root = document.documentElement
    new MutationObserver(() => languages.push(root.lang)).observe(root, {
      attributeFilter: ['lang'],
    })
    Object.assign(globalThis, { languages })
  })
  await page.getByLabel('Language', { exact: true }).selectOption('fr')
  await expect(page.getByRole('heading', { name: french('Language and region') })).toBeVisible()
  await page.getByLabel(french('Hours'), { exact: true }).selectOption('12')
  await page.getByRole('link', { name: french('Bills') }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(french('Bills'))
  // Without a reload, and without a moment of the language before.
  const seen = await page.evaluate(() => [...new Set(Reflect.get(globalThis, 'languages'))])
  expect(seen).toEqual(['fr'])
  const other = await browser.newContext()
  const elsewhere = await other.newPage()
  await openAs(elsewhere, server, '/bills', who)
  await expect(elsewhere.getByRole('heading', { level: 1 })).toContainText(french('Bills'))
  expect(await shownIn(elsewhere)).toEqual(['fr', 'ltr'])
  await other.close()
})

const screens = [
  'dashboard',
  'users/members',
  'bills',
  'roles',
  'tasks?view=board',
  'audit-log',
  'profile',
]

for (const language of ['de', 'ar'])
  test.describe(`in ${language}`, () => {
    test.use({ locale: language })

    test('every screen is whole, without a message in English, wide and narrow', async ({
      page,
      server,
    }) => {
      await openAs(page, server, '/dashboard')
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 })
        for (const path of screens) {
          await page.goto(`${server.url}/${path}`)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          const beyond = await page.evaluate(
            () => document.documentElement.scrollWidth - innerWidth,
          )
          expect([path, width, beyond]).toEqual([path, width, Math.min(beyond, 0)])
          const english = await englishOn(page, language)
          expect([path, width, english]).toEqual([path, width, []])
        }
      }
      await expectAccessible(page, `the profile in ${language}`)
    })
  })

/** The texts of a page that are messages, in English and not as the language has them. */
async function englishOn(page: Page, language: string): Promise<string[]> {
  const translated = Object.entries(readCatalog(language)).flatMap(([key, message]) =>
    // Names of people’s things may be the same words in English.
    typeof message === 'string' && message !== key && /^\p{Lu}.* /u.test(key) ? [key] : [],
  )
  return page.evaluate((messages) => {
    const known = new Set(messages)
    const texts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode.textContent ?? '')
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
      for (const name of ['aria-label', 'title', 'placeholder'])
        texts.push(element.getAttribute(name) ?? '')
    return texts.map((text) => text.trim()).filter((text) => known.has(text))
  }, translated)
}
