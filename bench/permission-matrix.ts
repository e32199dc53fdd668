import type { Browser, Page } from '@playwright/test'
import { inBrowser } from './lib/browser.ts'
import { median } from './lib/processes.ts'

const modules = 50
const submodules = 20
const actions = 10

/** Permission modules of the largest size that the matrix promises to be instant at. */
const large = Array.from({ length: modules }, (_, m) => ({
  module: `Module ${m + 1}`,
  submodules: Array.from({ length: submodules }, (_, s) => ({
    name: `Submodule ${m + 1}.${s + 1}`,
    actions: Object.fromEntries(
      Array.from({ length: actions }, (_, a) => [`action${a + 1}`, (m + s + a) % 3 === 0]),
    ),
  })),
}))

const role = {
  _id: 'r1',
  name: 'Large',
  description: null,
  image: null,
  status: 'active',
  permissions: large,
  userCount: 3,
  system: false,
  version: 1,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
}

/** Whether the person signed in holds Roles · Roles · …, beside everything of the large catalogue. */
const own = [
  ...large.map((module) => ({
    ...module,
    submodules: module.submodules.map((each) => ({
      ...each,
      actions: Object.fromEntries(Object.keys(each.actions).map((name) => [name, true])),
    })),
  })),
  { module: 'Roles', submodules: [{ name: 'Roles', actions: { list: true, update: true } }] },
]

const answers: Record<string, unknown> = {
  'admin/dashboard-user/role/details': { message: '', data: own },
  'admin/role/all/role': {
    message: '',
    data: { roles: [role], pagination: { page: 1, limit: 100, total: 1, totalPages: 1 } },
  },
  'admin/role/effect/role': {
    message: '',
    data: {
      people: [],
      peopleCount: 0,
      activeCount: 0,
      gained: [],
      lost: [],
      since: '2026-01-01',
      refused: [],
      refusedCount: 0,
    },
  },
}

/**
 * How long a toggle of the permission matrix keeps the browser busy, at 50 modules of 20 submodules
 * of 10 actions: the built app in Chromium, before an API that knows such a catalogue.
 */
export const permissionMatrix = (): Promise<void> =>
  inBrowser('Permission matrix', async (browser, url) => {
    const page = await openRole(browser, url)
    console.log(`Permission matrix, ${modules} × ${submodules} × ${actions}`)
    await say(page, 'one permission', 'td input')
    await say(page, 'a row', 'tbody th[scope=row] input')
    await say(page, 'a module', 'th[scope=rowgroup] input')
    await say(page, 'a column', 'thead th + th input')
    await say(page, 'everything', 'thead th:first-child input')
    console.log('')
  })

async function openRole(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.addInitScript(() => {
    localStorage.setItem('token', 'bench')
    localStorage.setItem('tokenExpiry', '2099-01-01T00:00:00Z')
  })
  await page.route(`${url}/api/**`, (route) => {
    const path = new URL(route.request().url()).pathname.replace('/api/', '')
    return route.fulfill({ json: answers[path] ?? { message: '', data: [] } })
  })
  const start = performance.now()
  await page.goto(`${url}/roles/r1`)
  await page.waitForSelector('table[role=grid] td input')
  console.log(`Permission matrix: first rows after ${Math.round(performance.now() - start)} ms`)
  await page.waitForFunction(
    (rows) => document.querySelectorAll('table[role=grid] tbody tr').length >= rows,
    modules * (submodules + 1),
    { timeout: 120_000 },
  )
  await page.waitForTimeout(1000)
  return page
}

/**
 * Clicks some boxes in sight, one after the other, and prints how long the main thread was busy with
 * each: by the clock, and in time that the thread really had, which a busy machine doesn't stretch.
 */
async function say(page: Page, what: string, selector: string): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const tasks: { ts: number; dur: number; cpu: number }[] = []
  const clicks: number[] = []
  client.on('Tracing.dataCollected', ({ value }) => {
    for (const each of value as { name?: string; ts?: number; dur?: number; tdur?: number }[]) {
      const { name, ts = 0, dur, tdur } = each
      if (name?.endsWith('RunTask') && dur) tasks.push({ ts, dur, cpu: tdur ?? dur })
      if (each.name === 'toggle') clicks.push(each.ts ?? 0)
    }
  })
  await client.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: [
        'disabled-by-default-devtools.timeline',
        'toplevel',
        'blink.user_timing',
      ],
    },
  })
  const scripts = await page.evaluate(async (boxes) => {
    const inSight = [...document.querySelectorAll<HTMLInputElement>(`table[role=grid] ${boxes}`)]
      .filter((box) => box.getBoundingClientRect().top < window.innerHeight - 100)
      .slice(0, 12)
    const times: number[] = []
    for (const box of [...inSight, ...inSight]) {
      await new Promise((done) => setTimeout(done, 250))
      performance.mark('toggle')
      const start = performance.now()
      box.click()
      // React has drawn by the end of the click's own task; this adds style and layout.
      await Promise.resolve()
      void document.body.offsetHeight
      times.push(performance.now() - start)
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
    }
    return times
  }, selector)
  const ended = new Promise((done) => client.once('Tracing.tracingComplete', done))
  await client.send('Tracing.end')
  await ended
  // The task of each click, with all that React draws and the browser lays out for it.
  const during = (of: 'dur' | 'cpu') =>
    clicks.map(
      (click) => (tasks.find(({ ts, dur }) => ts <= click && ts + dur >= click)?.[of] ?? 0) / 1000,
    )
  const words = (numbers: number[]) =>
    `median ${median(numbers).toFixed(1)} ms, longest ${Math.max(...numbers).toFixed(1)} ms`
  console.log(`  ${what.padEnd(15)} clock: ${words(scripts)}; thread: ${words(during('cpu'))}`)
  await client.detach()
}
