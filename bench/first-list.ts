import { type Browser, chromium } from '@playwright/test'
import { inBrowser } from './lib/browser.ts'
import { median } from './lib/processes.ts'
import { serveReactAdmin } from './lib/react-admin.ts'

/** What is asked of both: the ratios to react-admin's time, and what Steward may load. */
const targets = { ratio: 0.5, signIn: { kB: 130, requests: 6 }, list: { kB: 220, requests: 20 } }

interface Subject {
  name: string
  origin: string
  /** Where the list is. */
  list: string
  storage: Readonly<Record<string, string>>
}

interface Visit {
  /** When the rows stood there, and when anything was painted, in ms after the navigation began. */
  rows: number
  paint: number
  kB: number
  requests: number
}

interface Conditions {
  name: string
  /** How many times as slow the processor is. */
  slower: number
  /** Of the network, in ms for each request. */
  delay: number
}

const conditions: readonly Conditions[] = [
  { name: 'plain', slower: 1, delay: 0 },
  { name: 'slowed 4 ×', slower: 4, delay: 0 },
  { name: '100 ms delay', slower: 1, delay: 100 },
]

/**
 * The first list that somebody sees, signed in and with nothing cached, beside the same list by react-admin:
 * visits in turn, each in a browser of its own; medians.
 * @param runs visits of each
 */
export async function firstList(runs: number): Promise<void> {
  await inBrowser(
    'First list',
    async (_browser, url, signInOwner) => {
      const { token, tokenExpiry } = await signInOwner()
      const answer = await fetch(`${url}/api/admin/users/list?page=1&limit=25&type=member`, {
        headers: { authorization: `Bearer ${token}` },
      })
      const { data } = (await answer.json()) as { data: { users: Record<string, unknown>[] } }
      const other = await serveReactAdmin(data.users)
      const subjects: Subject[] = [
        {
          name: 'Steward',
          origin: url,
          list: `${url}/users/members`,
          storage: { token, tokenExpiry: String(tokenExpiry) },
        },
      ]
      if (other) {
        const { url: origin } = other
        const list = `${origin}/#/members`
        subjects.push({ name: 'react-admin', origin, list, storage: { token: 'stored' } })
      }
      try {
        await signIn(url)
        console.log('First list: 25 members, signed in, nothing cached')
        for (const each of conditions) await compare(subjects, each, runs)
        console.log('')
      } finally {
        other?.stop()
      }
    },
    { demo: true },
  )
}

async function compare(subjects: readonly Subject[], given: Conditions, runs: number) {
  const seen = new Map<Subject, Visit[]>(subjects.map((each) => [each, []]))
  // The first visit warms servers and the disk, and doesn't count.
  for (let run = 0; run <= runs; run += 1) {
    for (const subject of subjects) {
      const visit = await inOwnBrowser((browser) => visitList(browser, subject, given))
      if (run > 0) seen.get(subject)?.push(visit)
    }
  }
  console.log(`  ${given.name}`)
  const rows = [...seen].map(([{ name }, visits]) => {
    const of = (key: keyof Visit) => median(visits.map((visit) => visit[key]))
    const [ready, paint, kB, requests] = [of('rows'), of('paint'), of('kB'), of('requests')]
    console.log(
      `    ${name.padEnd(12)} rows ${ready.toFixed(0).padStart(5)} ms   first paint ${paint.toFixed(0).padStart(5)} ms   ${kB.toFixed(0)} KB in ${requests} requests`,
    )
    return { ready, kB, requests }
  })
  const [own, other] = rows
  if (own && given.slower === 1 && given.delay === 0) {
    console.log(
      `    target: at most ${targets.list.kB} KB in ${targets.list.requests} requests${own.kB <= targets.list.kB && own.requests <= targets.list.requests ? '' : ' – missed'}`,
    )
  }
  if (own && other) {
    const ratio = own.ready / other.ready
    console.log(
      `    ratio ${ratio.toFixed(2)}, target ${targets.ratio}${ratio <= targets.ratio ? '' : ' – missed'}`,
    )
  }
}

async function visitList(browser: Browser, subject: Subject, given: Conditions): Promise<Visit> {
  const { origin, storage } = subject
  const localStorage = Object.entries(storage).map(([name, value]) => ({ name, value }))
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  })
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
  if (given.delay > 0) {
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: given.delay,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
  }
  if (given.slower > 1) {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: given.slower })
  }
  await page.addInitScript(() => {
    const look = () => {
      const rows = document.querySelectorAll('tbody tr')
      const there = rows.length >= 10 && (rows[3]?.textContent ?? '').includes('@')
      // A task behind the frame, so that what it has to lay out and paint counts as well.
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
  await page.goto(subject.list, { waitUntil: 'commit' })
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

/** What the sign-in page loads, and when it stands there. */
async function signIn(url: string): Promise<void> {
  const { kB, requests } = await inOwnBrowser(async (browser) => {
    const page = await browser.newPage()
    let bytes = 0
    let requests = 0
    page.on('requestfinished', async (request) => {
      const { responseBodySize } = await request.sizes()
      requests += 1
      if (['script', 'stylesheet'].includes(request.resourceType())) bytes += responseBodySize
    })
    await page.goto(`${url}/`, { waitUntil: 'networkidle' })
    await page.waitForTimeout(500)
    return { kB: bytes / 1000, requests }
  })
  const target = targets.signIn
  console.log(
    `Sign-in page: ${kB.toFixed(0)} KB of scripts and styles, ${requests} requests; target at most ${target.kB} KB in ${target.requests}\n`,
  )
}

async function inOwnBrowser<T>(use: (browser: Browser) => Promise<T>): Promise<T> {
  const executablePath = process.env['STEWARD_CHROMIUM'] ?? ''
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    return await use(browser)
  } finally {
    await browser.close()
  }
}
