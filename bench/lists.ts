import { setTimeout as wait } from 'node:timers/promises'
import autocannon from 'autocannon'
import type pg from 'pg'
import { connect, settingsOf } from './lib/database.ts'
import { again, asked, lists } from './lib/lists.ts'
import { freePort, startFile, stop, untilAnswers } from './lib/processes.ts'
import type { Steward } from './lib/steward.ts'
import { type Figure, inTurn, median, ms, printTable, rate, time } from './lib/table.ts'

const connections = 16

/** Texts that the search everywhere is measured with, and whether they have exact results. */
const everywhereWords = {
  'as it is spelled': [
    'market',
    'fatima',
    'b-0025',
    'example.com',
    '1,182.00',
    'owner@example.com',
  ],
  'with one wrong letter': ['birthdqy', 'mensha', 'gardem', 'silvva'],
} as const

/** Texts that are typed letter by letter, which many, few or no rows contain. */
const words = {
  '1–2 letters': ['m', 'ma', 'th', 'an', 'zq', 'qx'],
  '3 letters or more': [
    ...['mar', 'mark', 'marke', 'market', 'the', 'ann', 'anna silva'],
    ...['fatima', 'example.com', 'b-0025', 'zzyzzyx'],
  ],
}

type First = Readonly<Record<string, number>>

/** Measures lists and dashboard for some `seconds` each; `small` has a thousand rows. */
export async function listFigures(steward: Steward, small: Steward, seconds: number) {
  await rates(steward, seconds)
  const first = await firstPages(steward)
  const client = await connect(await settingsOf(steward))
  await pages(steward, client, first)
  await searches(steward, client, first)
  await client.end()
  await everywhere(steward)
  await sizes(first, await firstPages(small))
}

/** Compares the request rate of sixteen sessions with that of a bare server, in turn. */
async function rates(steward: Steward, seconds: number): Promise<void> {
  const { dataDir, databaseUrl } = steward
  const barePort = await freePort()
  const { host } = await settingsOf({ dataDir, databaseUrl })
  const bare = startFile(['bench/bare-server.ts'], {
    PORT: String(barePort),
    DATABASE_URL: databaseUrl,
    SOCKET_DIR: host,
    NODE_ENV: 'production',
  })
  const bareUrl = `http://127.0.0.1:${barePort}`
  await untilAnswers(`${bareUrl}/users`)
  const people: Record<string, string>[] = []
  while (people.length < connections) people.push(await steward.signIn())
  /** Returns requests per second; `pathOf` gives the path for the number of a person. */
  const ask = async (
    url: string,
    pathOf: (person: number) => string,
    accepted: Record<string, string>,
    duration = seconds,
  ) => {
    let person = 0
    const setupClient = (client: autocannon.Client) => {
      const number = person++ % connections
      const headers = { ...people[number], ...accepted }
      client.setRequests([{ method: 'GET', path: pathOf(number), headers }])
    }
    const { requests, non2xx } = await autocannon({ url, connections, duration, setupClient })
    if (non2xx > 0) throw new Error(`${non2xx} answers of ${pathOf(0)} were not 200`)
    return requests.average
  }
  const compare = async (
    what: string,
    pathOf: (person: number) => string,
    barePathOf: (person: number) => string,
    target: number,
    accepted: Record<string, string> = {},
  ) => {
    await ask(steward.url, pathOf, accepted, 2)
    const { ours, theirs } = await inTurn(3, {
      theirs: () => ask(bareUrl, barePathOf, accepted),
      ours: () => ask(steward.url, pathOf, accepted),
    })
    return rate(what, median(ours), ['bare server', median(theirs)], target)
  }
  const figures: Figure[] = []
  try {
    const asBrowsers = { 'accept-encoding': 'gzip, deflate, br, zstd' }
    for (const [how, accepted] of Object.entries({ '': {}, ', compressed': asBrowsers })) {
      for (const { name, call } of lists) {
        const first = `first page of ${name}, the same for all${how}`
        const one = () => `/api/${call}`
        figures.push(await compare(first, one, () => `/${name}`, 0.7, accepted))
        const each = `${name}, a page each (1 to ${connections})${how}`
        const own = (person: number) => `/api/${call}?page=${person + 1}`
        const bareOwn = (person: number) => `/${name}?page=${person + 1}`
        figures.push(await compare(each, own, bareOwn, 0.7, accepted))
      }
    }
    const dashboard = () => '/api/admin/dashboard'
    figures.push(await compare('dashboard, beside people', dashboard, () => '/users', 0.3))
  } finally {
    await stop(bare)
  }
  const title = `Requests a second of ${connections} people at once (median of 3 rounds in turn)`
  printTable(title, figures)
}

/** Measures the latency of first pages for one person. */
async function firstPages(steward: Steward): Promise<First> {
  const first: Record<string, number> = {}
  for (const { name, call } of [...lists, { name: 'dashboard', call: 'admin/dashboard' }]) {
    await asked(steward, again(20, call))
    first[name] = (await asked(steward, again(60, call))).p50
  }
  return first
}

function sizes(first: First, few: First): void {
  const { dashboard = Number.NaN, users = Number.NaN } = first
  printTable('Many rows beside a thousand, p50 of one person', [
    ...Object.entries(first).map(([name, taken]) =>
      time(`first page of ${name}`, ['', taken], ['of 1,000 rows', few[name] ?? Number.NaN], 1.5),
    ),
    time('the dashboard beside a first page', ['', dashboard], ['users', users], 3),
  ])
}

const perSort = 30

/** Compares pages in each order, with and without filter, with the first page and plain OFFSET. */
async function pages(steward: Steward, client: pg.Client, first: First): Promise<void> {
  const near: Figure[] = []
  const far: Figure[] = []
  const orders = lists.flatMap(({ name, call, sorts, filters }) =>
    Object.entries(sorts).flatMap(([sort, order]) =>
      Object.entries({ '': 'true', ...filters }).map(([filter, condition]) => ({
        what: `${name} by ${sort}${filter && `, ${filter}`}`,
        query: `${call}?sort=${sort}&${filter}`,
        rows: `from ${name} t where deleted_at is null and ${condition}`,
        order,
        table: name,
      })),
    ),
  )
  for (const { what, query, rows, order, table } of orders) {
    const { total } = await asked(steward, [query])
    const last = Math.ceil(total / 25)
    const middle = `${query}&page=${Math.floor(last / 2)}`
    // First without a map of the order, since others write; then with the map.
    const unmapped = await afterChanges(5, steward, client, table, middle)
    await untilMapped(steward, middle)
    const anywhere = Array.from(
      { length: perSort },
      (_, n) => `${query}&page=${1 + Math.floor((((n + 1) * 0.618) % 1) * last)}`,
    )
    const { p50, p99 } = await asked(steward, anywhere)
    const page = first[table] ?? Number.NaN
    near.push(time(what, ['p50', p50], ['first page', page], 2))
    near.push(time('', ['p99', p99], ['first page', page], 5))
    const plain = await timed(client, [
      `select t.* ${rows} order by ${order} limit 25 offset ${Math.floor(total / 2)}`,
      `select count(*) ${rows}`,
    ])
    far.push(time(what, ['', unmapped], ['OFFSET and count', plain], 0.1))
  }
  printTable(`Any page: ${perSort} pages spread over each order, while nothing changes`, near)
  printTable('The page in the middle, just after a change of the table', far)
}

/** Times requests that each follow a change, so that no answer is cached. */
async function afterChanges(
  times: number,
  steward: Steward,
  client: pg.Client,
  table: string,
  path: string,
): Promise<number> {
  const taken: number[] = []
  while (taken.length < times) {
    const one = `select id from ${table} limit 1`
    await client.query(`update ${table} set updated_at = now() where id = (${one})`)
    taken.push((await asked(steward, [path])).p50)
  }
  return median(taken)
}

/** Waits for the map of the order, which is made at most every 20 seconds. */
async function untilMapped(steward: Steward, path: string): Promise<void> {
  await wait(21_000)
  await asked(steward, [path])
  await wait(4_000)
}

/** Runs the statements twice; returns the shorter time in milliseconds. */
async function timed(client: pg.Client, statements: readonly string[]): Promise<number> {
  const taken: number[] = []
  while (taken.length < 2) {
    const start = performance.now()
    for (const statement of statements) await client.query(statement)
    taken.push(performance.now() - start)
  }
  return Math.min(...taken)
}

/** Measures searches: their rows, and their totals at first and when repeated. */
async function searches(steward: Steward, client: pg.Client, first: First): Promise<void> {
  const figures: Figure[] = []
  let slowest = { word: '', taken: 0 }
  for (const { name, call, person } of lists) {
    const page = ['first page', first[name] ?? Number.NaN] as const
    for (const [what, some] of Object.entries(words)) {
      const medians: number[] = []
      for (const word of some) {
        const path = `${call}?total=later&search=${encodeURIComponent(word)}`
        const { p50, taken } = await asked(steward, again(5, path))
        medians.push(p50)
        if (Math.max(...taken) > slowest.taken) slowest = { word, taken: Math.max(...taken) }
      }
      const line = `${name}, rows of a search, ${what}`
      figures.push(time(line, ['p50', median(medians)], page, 5))
    }
    for (const word of ['the', 'market', 'example.com']) {
      const like = `like '%${word}%'`
      const named = `select id from users where search ${like} and steward_fold(users.name) ${like}`
      const found = person ? `(search ${like} or ${person} in (${named}))` : `search ${like}`
      const count = `select count(*) from ${name} where deleted_at is null and ${found}`
      const path = `${call}?total=only&search=${word}`
      const counted = await afterChanges(3, steward, client, name, path)
      const bare = await timed(client, [count])
      const { total, p50 } = await asked(steward, again(10, path))
      const line = `${name}, total of “${word}” (${total.toLocaleString('en')})`
      figures.push(time(line, ['first', counted], ['bare count', bare], 1.2))
      figures.push(time('', ['again', p50], page, 5))
    }
  }
  const longest = `the slowest rows: ${slowest.word}`
  printTable('Searches', [...figures, time(longest, ['', slowest.taken], ['', 2_000], 1)])
}

/** Compares the search everywhere with searching the three lists in sequence. */
async function everywhere(steward: Steward): Promise<void> {
  const figures: Figure[] = []
  for (const [what, some] of Object.entries(everywhereWords)) {
    const all: number[] = []
    const own: number[] = []
    for (const word of some) {
      const text = encodeURIComponent(word)
      all.push(...(await asked(steward, again(5, `admin/search?search=${text}`))).taken)
      const each = lists.map(({ call }) => `${call}?total=later&limit=5&search=${text}`)
      for (let times = 0; times < 5; times += 1) {
        const { taken } = await asked(steward, each)
        own.push(taken.reduce((sum, one) => sum + one, 0))
      }
    }
    const line = `everywhere, ${what}, longest ${ms(Math.max(...all))}`
    figures.push(time(line, ['p50', median(all)], ['the lists one by one', median(own)]))
  }
  printTable('Search everywhere', figures)
}
