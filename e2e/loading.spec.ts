import type { Page } from '@playwright/test'
import { callServer, tokenOf } from './lib/accounts.ts'
import { language, t } from './lib/messages.ts'
import { makePeople, permitting } from './lib/people.ts'
import { watchRequests } from './lib/quiet.ts'
import { beSignedIn, openAs } from './lib/signed-in.ts'
import { expect, owner, test } from './lib/steward.ts'

/** What a page loads until something is shown: every request, with its bytes as they were sent, heads included. */
async function loadedBy(page: Page, url: string, shown: string) {
  const devtools = await page.context().newCDPSession(page)
  const requests: { url: string; type: string; bytes: number; from: string | undefined }[] = []
  const byId = new Map<string, (typeof requests)[number]>()
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  let loader: string | undefined
  devtools.on('Network.requestWillBeSent', ({ requestId, loaderId, request, type, initiator }) => {
    // What the page before asks for is not this one's, nor what it does until this one is there.
    if (type === 'Document') {
      requests.length = 0
      loader = loaderId
    }
    if (loaderId !== loader) return
    const top = initiator.stack?.callFrames[0]?.url
    const each = { url: request.url, type: type ?? '', bytes: 0, from: top ?? initiator.url }
    requests.push(each)
    byId.set(requestId, each)
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const each = byId.get(requestId)
    if (each) each.bytes = encodedDataLength
  })
  await page.goto(url)
  await page.locator(shown).first().waitFor()
  // Until then, and where rows have pictures until those: what comes once the person reads is loaded behind them.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done(null))))
  const last = requests.findLastIndex(({ type }) => type === 'Image')
  const first = last < 0 ? [...requests] : requests.slice(0, last + 1)
  await expect.poll(() => first.filter(({ bytes }) => bytes === 0)).toEqual([])
  await devtools.detach()
  return first
}

const sum = (requests: readonly { bytes: number }[]) =>
  requests.reduce((all, { bytes }) => all + bytes, 0)

test('the sign-in page is six requests, 122 KB of scripts and styles, and none of what lies behind it', async ({
  page,
  server,
}) => {
  test.skip(language !== 'en', 'other languages bring their messages along')
  const requests = await loadedBy(page, `${server.url}/`, 'form')
  const behind = /guarded-routes|list-screen|dashboard|layout/
  expect(requests.filter(({ url }) => behind.test(url))).toEqual([])
  const code = requests.filter(({ type }) => ['Script', 'Stylesheet'].includes(type))
  expect(sum(code)).toBeGreaterThan(50_000)
  // As they are sent, with about half a kilobyte of head each.
  expect(sum(code)).toBeLessThan(123_300)
  expect(requests.length).toBeLessThanOrEqual(6)
})

test('the first list is twenty requests, asked for by the page itself and each once', async ({
  page,
  server,
}) => {
  test.skip(language !== 'en', 'other languages bring their messages along')
  await openAs(page, server, '/profile')
  // How the person reads is known here from then on, and asked for behind the rows.
  await page.waitForFunction(() => localStorage.getItem('steward-preferences'))
  const requests = await loadedBy(page, `${server.url}/users/members`, '#root tbody img')
  await expect(page.locator('tbody tr').first()).toBeVisible()
  expect(requests.length).toBeLessThanOrEqual(20)
  expect(requests.filter(({ type }) => type === 'Image').length).toBeGreaterThan(2)
  expect(sum(requests)).toBeLessThan(230_800)
  // Three deep: the page, what it names, and nothing that rows wait for behind that.
  const needed = requests.filter(({ url }) => /\/assets\/|users\/list|role\/details/.test(url))
  expect(needed.length).toBeGreaterThan(5)
  const later = needed.filter(({ from }) => from?.includes('/assets/'))
  expect(later.map(({ url }) => new URL(url).pathname)).toEqual([])
  expect(new Set(needed.map(({ url }) => url)).size).toBe(needed.length)
})

test('the rows that are drawn before the app are those that the app draws, in the same places', async ({
  page,
  server,
}) => {
  // Times that are told as "4 minutes ago" would become others meanwhile.
  await page.clock.setFixedTime(new Date())
  await beSignedIn(page, server)
  const letGo = await holdApp(page)
  const look = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('h1, thead th, tbody tr:nth-child(-n + 3) td')].map((cell) => {
        const { x, y, width, height } = cell.getBoundingClientRect()
        return [cell.textContent, x, y, width, height].join(' ')
      }),
    )
  await page.goto(`${server.url}/users/members`, { waitUntil: 'commit' })
  await expect(page.locator('#shell tbody tr').first()).toBeVisible()
  const early = await look()
  letGo()
  await expect(page.locator('#shell')).toHaveCount(0)
  await expect(page.locator('tbody tr').first()).toBeVisible()
  expect(early.length).toBeGreaterThan(10)
  // A font that comes late may move a line by a pixel until then.
  await expect.poll(look).toEqual(early)
})

test('the rows that are drawn before the app have no column that is hidden from their reader', async ({
  page,
  server,
}) => {
  const token = await tokenOf(server, owner)
  const { role, people } = await makePeople(
    server,
    { name: 'Without phones', permissions: permitting('Users · Members') },
    'Nofo Ne',
  )
  const fieldRules = [
    { module: 'Users', submodule: 'Members', hidden: ['phone', 'lastActiveAt'], readOnly: [] },
  ]
  await callServer(server, 'roles.update', { token, body: { _id: role, fieldRules } })
  await beSignedIn(page, server, people[0])
  const letGo = await holdApp(page)
  await page.goto(`${server.url}/users/members`, { waitUntil: 'commit' })
  await expect(page.locator('#shell tbody tr').first()).toBeVisible()
  const heads = page.locator('thead th')
  const early = await heads.allTextContents()
  letGo()
  await expect(page.locator('#shell')).toHaveCount(0)
  await expect(page.locator('tbody tr').first()).toBeVisible()
  await expect.poll(() => heads.allTextContents()).toEqual(early)
  expect(early.join()).toContain(t('Name'))
  expect(early.join()).not.toContain(t('Phone'))
})

/** Keeps the app from beginning until the function that it resolves with is called. */
async function holdApp(page: Page): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((done) => {
    letGo = done
  })
  await page.route(/\/assets\/index-.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  return letGo
}

test('before its script runs a page has a frame in its own theme', async ({ page, server }) => {
  await page.route(/\/assets\/index-.*\.js$/, () => {})
  await page.goto(`${server.url}/?theme=dark`, { waitUntil: 'commit' })
  await expect(page.locator('#shell .shell-form')).toBeVisible()
  // The words of the frame are in English, and come in another language with the page itself.
  await expect(page.getByText('Sign in to')).toBeVisible({ visible: language === 'en' })
  const color = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(color).toBe('rgb(21, 24, 29)')
})

/** One of each kind that the sidebar leads to: what has pictures, an own first view, totals, and none of them. */
const kinds = ['Dashboard', 'Roles', 'Users', 'Tasks', 'Bills', 'Feed posts', 'Audit log']

for (const [what, viewport] of [
  ['a wide window', { width: 1440, height: 900 }],
  ['a telephone', { width: 390, height: 844 }],
] as const) {
  test(`nothing moves by itself from one list to the next, on ${what}`, async ({
    page,
    server,
  }) => {
    // Tasks begin with one's own; where there are none, they lead on to all, which is another view.
    const token = await tokenOf(server, server.owner)
    const own = (await callServer(server, 'profile.own', { token })) as { _id: string }
    const body = { title: 'To be read', assignee: own._id }
    await callServer(server, 'tasks.create', { token, body })
    await page.setViewportSize(viewport)
    const quiet = watchRequests(page)
    await openAs(page, server, '/users/members')
    await expect(page.locator('[data-row]').first()).toBeVisible()
    await quiet()
    // What follows a press within half a second doesn't count as moved by itself, as the measure itself
    // has it: so everything comes later than that, and one after the other.
    let calls = 0
    await page.route(/\/api\/admin\//, async (route) => {
      calls += 1
      await new Promise((done) => setTimeout(done, 600 + (calls % 3) * 150))
      await route.continue().catch(() => {})
    })
    await page.evaluate(() => {
      const { dataset } = document.documentElement
      dataset['shifted'] = '[]'
      new PerformanceObserver((list) => {
        const shifts = list.getEntries() as (PerformanceEntry & {
          value: number
          hadRecentInput: boolean
          sources: { node: Element | null }[]
        })[]
        const counted = shifts
          // Less than a line by a pixel, as where a font comes late; a row would be a hundred times as much.
          .filter(({ hadRecentInput, value }) => !hadRecentInput && value >= 0.001)
          .map(({ value, sources }) =>
            [location.pathname, value, ...sources.map(({ node }) => node?.className)].join(' '),
          )
        dataset['shifted'] = JSON.stringify([...JSON.parse(dataset['shifted'] ?? ''), ...counted])
      }).observe({ type: 'layout-shift' })
    })
    for (const name of kinds) {
      if (viewport.width < 992) await page.getByRole('button', { name: t('Sidebar') }).click()
      await page
        .getByRole('navigation', { name: t('Areas') })
        .getByRole('link', { name: t(name) })
        .click()
      await expect(page.locator(name === 'Dashboard' ? 'h1' : '[data-row]').first()).toBeVisible()
      await quiet()
    }
    const shifted = await page.evaluate(() => document.documentElement.dataset['shifted'])
    expect(JSON.parse(shifted ?? '')).toEqual([])
  })
}

test('a list is asked for while the pointer rests on its link, and its next page on its button, each once', async ({
  page,
  server,
}) => {
  const quiet = watchRequests(page)
  // When the stream of changes begins, what was loaded before it is asked for once more.
  const following = page.waitForResponse((answer) => answer.url().endsWith('/api/admin/live'))
  await openAs(page, server, '/profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await following
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    // How many there are without the filters that the list begins with is a count, and no page.
    const what = searchParams.get('total') === 'only' ? 'counted' : searchParams.get('page')
    if (/^\/api\/admin\/(users\/list|users\/admin|tasks|bills|roles?)/.test(pathname))
      asked.push(`${pathname.split('/').slice(3).join('/')} ${what ?? ''}`)
  })
  const codeOf = () =>
    page.evaluate(
      () =>
        performance.getEntriesByType('resource').filter(({ name }) => /bills-page/.test(name))
          .length,
    )
  const link = (name: string) =>
    page.getByRole('navigation', { name: t('Areas') }).getByRole('link', { name: t(name) })
  await link('Bills').hover()
  await expect.poll(() => asked.toSorted()).toEqual(['bills 1', 'bills/totals '])
  await expect.poll(codeOf).toBeGreaterThan(0)
  await link('Bills').click()
  await expect(page.locator('tbody tr[data-row]').first()).toBeVisible()
  // Whatever the press might have asked for has begun by then.
  await quiet()
  expect(asked.toSorted()).toEqual(['bills 1', 'bills counted', 'bills/totals '])
  const next = page.getByRole('button', { name: t('Next page') })
  await next.hover()
  await expect.poll(() => asked).toContain('bills 2')
  await next.click()
  await expect(page.getByLabel(t('Page number'))).toHaveValue('2')
  await quiet()
  expect(asked.filter((each) => each === 'bills 2')).toEqual(['bills 2'])
})
