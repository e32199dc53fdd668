import type { Browser, Page } from '@playwright/test'
import { contextWith, inBrowser, withBrowser } from './lib/browser.ts'
import { serveReactAdmin } from './lib/react-admin.ts'
import { type Figure, inTurn, median, ms, printTable } from './lib/table.ts'

/** The greatest ratio to react-admin's time, and the most that Steward may load. */
const targets = { ratio: 0.5, signIn: { kB: 130, requests: 6 }, list: { kB: 220, requests: 20 } }

interface Subject {
  name: string
  origin: string
  list: string
  storage: Readonly<Record<string, string>>
}

interface Visit {
  /** When the rows were painted, in milliseconds since the navigation began. */
  rows: number
  paint: number
  kB: number
  requests: number
}

/** The CPU slowdown factor, and the latency per request in milliseconds. */
const conditions = {
  plain: { slower: 1, delay: 0 },
  'slowed 4 ×': { slower: 4, delay: 0 },
  '100 ms delay': { slower: 1, delay: 100 },
}

const bounded = (what: string, value: number, unit: string, most: number): Figure => ({
  what,
  value: `${value.toFixed(0)} ${unit}`,
  beside: `${most} ${unit}`,
  ratio: value / most,
  target: 1,
})

/** Compares the first list, uncached, with react-admin's in turn; each is visited `runs` times. */
export const firstList = (runs: number): Promise<void> =>
  inBrowser('First list', { demo: true }, async ({ url, session, call }) => {
    const members = 'admin/users/list?page=1&limit=25&type=member'
    const { data } = await call<{ users: Record<string, unknown>[] }>(members)
    const other = await serveReactAdmin(data.users)
    const storage = { token: session.token, tokenExpiry: String(session.tokenExpiry) }
    const ours = { name: 'Steward', origin: url, list: `${url}/users/members`, storage }
    const theirs = other && {
      name: 'react-admin',
      origin: other.url,
      list: `${other.url}/#/members`,
      storage: { token: 'stored' },
    }
    try {
      const figures: Figure[] = []
      for (const name of Object.keys(conditions) as (keyof typeof conditions)[])
        figures.push(...(await compare(ours, theirs, name, runs)))
      printTable('First list: 25 members, signed in, nothing cached', figures)
    } finally {
      other?.stop()
    }
  })

async function compare(
  ours: Subject,
  theirs: Subject | null,
  name: keyof typeof conditions,
  runs: number,
): Promise<Figure[]> {
  const visit = (subject: Subject): Promise<Visit> =>
    withBrowser((browser) => visitList(browser, subject, conditions[name]))
  // Visit each once as a warm-up.
  for (const subject of [ours, theirs ?? []].flat()) await visit(subject)
  const seen = await inTurn(runs, {
    own: () => visit(ours),
    other: async () => (theirs ? [await visit(theirs)] : []),
  })
  const own = (key: keyof Visit) => median(seen.own.map((one) => one[key]))
  const other = (key: keyof Visit) => median(seen.other.flat().map((one) => one[key]))
  const beside = (what: string, key: 'rows' | 'paint', target?: number): Figure => ({
    what: `${name}: ${what}`,
    value: ms(own(key)),
    ...(theirs && {
      beside: `${theirs.name} ${ms(other(key))}`,
      ratio: own(key) / other(key),
      target,
    }),
  })
  return [
    beside('rows', 'rows', targets.ratio),
    beside('first paint', 'paint'),
    bounded(`${name}: bytes`, own('kB'), 'KB', targets.list.kB),
    bounded(`${name}: requests`, own('requests'), 'requests', targets.list.requests),
  ]
}

async function visitList(
  browser: Browser,
  { origin, storage, list }: Subject,
  { slower, delay }: { slower: number; delay: number },
): Promise<Visit> {
  const context = await contextWith(browser, origin, storage)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  let bytes = 0
  let requests = 0
  await devtools.send('Network.enable')
  devtools.on('Network.requestWillBeSent', () => {
    requests += 1
  })
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  const network = { offline: false, downloadThroughput: -1, uploadThroughput: -1 }
  await devtools.send('Network.emulateNetworkConditions', { ...network, latency: delay })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await page.addInitScript(() => {
    const look = () => {
      const rows = document.querySelectorAll('tbody tr')
      const there = rows.length >= 10 && (rows[3]?.textContent ?? '').includes('@')
      // Wait for the frame, so that layout and paint count.
      if (there)
        requestAnimationFrame(() =>
          setTimeout(() => {
            document.documentElement.dataset['rowsAt'] = String(performance.now())
          }),
        )
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await page.goto(list, { waitUntil: 'commit' })
  await page.waitForFunction(() => document.documentElement.dataset['rowsAt'], null, {
    polling: 100,
    timeout: 60_000,
  })
  await page.waitForTimeout(600)
  const { rows, paint } = await page.evaluate(() => ({
    rows: Number(document.documentElement.dataset['rowsAt']),
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  }))
  return { rows, paint, kB: bytes / 1000, requests }
}

/** Measures what the sign-in page loads, as Chromium counts it. */
export const signInPage = (): Promise<void> =>
  inBrowser('Sign-in page', { demo: false }, ({ url }) =>
    withBrowser(async (browser) => {
      const kinds = await loadedBy(await browser.newPage(), url)
      const figures = Object.entries(kinds).map(([what, { bytes, requests }]) => ({
        what,
        value: `${bytes} bytes in ${requests}`,
      }))
      const kB = ((kinds['script']?.bytes ?? 0) + (kinds['stylesheet']?.bytes ?? 0)) / 1000
      const requests = Object.values(kinds).reduce((sum, each) => sum + each.requests, 0)
      printTable('Sign-in page (bytes as sent: brotli)', [
        ...figures,
        bounded('scripts and styles', kB, 'KB', targets.signIn.kB),
        bounded('in all', requests, 'requests', targets.signIn.requests),
      ])
    }),
  )

async function loadedBy(page: Page, url: string) {
  const kinds: Record<string, { bytes: number; requests: number }> = {}
  page.on('requestfinished', async (request) => {
    const { responseBodySize } = await request.sizes()
    kinds[request.resourceType()] ??= { bytes: 0, requests: 0 }
    const sum = kinds[request.resourceType()] as { bytes: number; requests: number }
    sum.bytes += responseBodySize
    sum.requests += 1
  })
  await page.goto(`${url}/`, { waitUntil: 'networkidle' })
  await page.waitForTimeout(500)
  return kinds
}
