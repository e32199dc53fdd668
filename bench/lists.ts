import autocannon from 'autocannon'
import pg from 'pg'
import { socketDirectory } from '../apps/server/src/db/embedded/lock.ts'
import { freePort, median, quantile, startFile, stop, untilAnswers } from './lib/processes.ts'
import type { Steward } from './lib/steward.ts'
import { type Figure, ms, printTable } from './lib/table.ts'

const connections = 16

/** Lists of many rows, and for each the address of its call, its table and what it is sorted by. */
const lists = [
  {
    name: 'users',
    call: 'admin/users/list',
    table: 'users',
    sorts: {
      '-createdAt': 'created_at desc, id desc',
      name: 'steward_fold(name) collate "C", id',
      email: 'steward_fold(email) collate "C" asc nulls last, id',
      '-lastActiveAt': 'last_active_at desc nulls last, id desc',
    },
    filters: { 'status=inactive': "status = 'inactive'" },
  },
  {
    name: 'posts',
    call: 'admin/post-feed',
    table: 'posts',
    sorts: {
      '-createdAt': 'created_at desc, id desc',
      '-likeCount': 'like_count desc, id desc',
      '-reportCount': 'report_count desc, id desc',
    },
    filters: {},
  },
  {
    name: 'bills',
    call: 'admin/bills',
    table: 'bills',
    sorts: {
      '-createdAt': 'created_at desc, id desc',
      dueAt: 'due_at asc nulls last, id',
      '-amount': 'amount desc, id desc',
      number: 'steward_fold(number) collate "C", id',
    },
    filters: { 'status=due': "status = 'due'" },
  },
] as const

/** What people look for everywhere, and whether anything is spelled so. */
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

/** What is typed, letter by letter, and words that many, few and no rows hold. */
const words = ['m', 'ma', 'mar', 'mark', 'marke', 'market', 'th', 'the', 'an', 'ann', 'anna silva']
const rareWords = ['fatima', 'example.com', 'b-0025', 'zq', 'qx', 'zzyzzyx']

interface Options {
  steward: Steward
  /** The same with a thousand rows of each. */
  small: Steward
  dataDir: string
  databaseUrl: string | undefined
  /** Seconds that each server is asked, each time. */
  seconds: number
}

/** Lists and the dashboard of many rows: by many at once and by one person, beside what each hangs on. */
export async function listFigures(options: Options): Promise<void> {
  const { steward, small, databaseUrl, dataDir } = options
  await rates(options)
  const first = await firstPages(steward)
  await pages(steward, databaseUrl, dataDir, first)
  await searches(steward, databaseUrl, dataDir, first)
  await everywhere(steward)
  await sizes(steward, small, first)
}

/** First pages and the dashboard against a bare server: sixteen people at once, each with a session of their own, in turn. */
async function rates({ steward, dataDir, databaseUrl, seconds }: Options): Promise<void> {
  const barePort = await freePort()
  const bare = startFile(['bench/bare-server.ts'], {
    PORT: String(barePort),
    DATABASE_URL: databaseUrl,
    SOCKET_DIR: databaseUrl ? undefined : await socketDirectory(dataDir),
    NODE_ENV: 'production',
  })
  const bareUrl = `http://127.0.0.1:${barePort}`
  await untilAnswers(`${bareUrl}/users`)
  const people: Record<string, string>[] = []
  while (people.length < connections) people.push(await steward.signIn())
  /** Requests a second. @param pathOf what the person of a number asks for */
  const ask = async (url: string, pathOf: (person: number) => string, duration = seconds) => {
    let person = 0
    const setupClient = (client: autocannon.Client) => {
      const number = person++ % connections
      client.setRequests([{ method: 'GET', path: pathOf(number), headers: people[number] }])
    }
    const { requests, non2xx } = await autocannon({ url, connections, duration, setupClient })
    if (non2xx > 0) throw new Error(`${non2xx} answers of ${pathOf(0)} were not 200`)
    return requests.average
  }
  const compare = async (
    what: string,
    pathOf: (person: number) => string,
    path: string,
    target?: number,
  ): Promise<Figure> => {
    await ask(steward.url, pathOf, 2)
    const rounds: { ours: number; bare: number }[] = []
    for (let round = 0; round < 3; round += 1) {
      const theirs = await ask(bareUrl, () => path)
      rounds.push({ bare: theirs, ours: await ask(steward.url, pathOf) })
    }
    const ours = median(rounds.map((round) => round.ours))
    const theirs = median(rounds.map((round) => round.bare))
    return {
      what,
      value: `${ours.toFixed(0)}/s`,
      beside: `bare server ${theirs.toFixed(0)}/s`,
      ratio: ours / theirs,
      ...(target !== undefined && { target, atLeast: true }),
    }
  }
  try {
    const figures: Figure[] = []
    for (const { name, call } of lists) {
      const what = `first page of ${name}, exact total`
      figures.push(await compare(what, () => `/api/${call}`, `/${name}`, 0.7))
    }
    figures.push(await compare('dashboard', () => '/api/admin/dashboard', '/users', 0.3))
    // Nothing of these is the same, so each is a read of its own.
    for (const { name, call } of lists) {
      const what = `${name}, a page each (1 to ${connections})`
      figures.push(await compare(what, (person) => `/api/${call}?page=${person + 1}`, `/${name}`))
    }
    printTable(
      `Requests a second of ${connections} people at once (median of 3 rounds in turn)`,
      figures,
    )
  } finally {
    await stop(bare)
  }
}

/** Asks one after the other. @returns the milliseconds of each, and the last answer's total */
async function asked({ url, headers }: Steward, calls: readonly string[]) {
  const taken: number[] = []
  let total = 0
  for (const call of calls) {
    const start = performance.now()
    const answer = await fetch(`${url}/api/${call}`, { headers })
    const body = (await answer.json()) as { data?: { pagination?: { total: number } } }
    taken.push(performance.now() - start)
    if (!answer.ok) throw new Error(`${call}: ${answer.status}`)
    total = body.data?.pagination?.total ?? 0
  }
  return { taken, total, p50: median(taken), p99: quantile(taken, 0.99) }
}

type First = Record<string, number>

/** What one person waits for the first page of each list. */
async function firstPages(steward: Steward): Promise<First> {
  const first = await firstPagesOf(steward)
  const figures = await asked(steward, new Array(60).fill('admin/dashboard'))
  const users = first['users'] ?? Number.NaN
  printTable('One person: the dashboard beside a first page', [
    {
      what: 'dashboard, p50',
      value: ms(figures.p50),
      beside: `first page ${ms(users)}`,
      ratio: figures.p50 / users,
      target: 3,
    },
  ])
  return first
}

const perSort = 30

/** Pages anywhere in each order, alone and under a filter, beside the first page and plain OFFSET. */
async function pages(
  steward: Steward,
  databaseUrl: string | undefined,
  dataDir: string,
  first: First,
): Promise<void> {
  const client = await connect(databaseUrl, dataDir)
  const near: Figure[] = []
  const far: Figure[] = []
  for (const { name, call, table, sorts, filters } of lists) {
    for (const [sort, order] of Object.entries(sorts)) {
      for (const [filter, condition] of Object.entries({ '': 'true', ...filters })) {
        const query = `${call}?sort=${sort}&${filter}`
        const { total } = await asked(steward, [query])
        const last = Math.ceil(total / 25)
        const anywhere = (n: number) => `${query}&page=${1 + Math.floor(((n * 0.618) % 1) * last)}`
        const middle = `${query}&page=${Math.floor(last / 2)}`
        // First while others write, and no map lasts; then with the map.
        const unmapped: number[] = []
        for (let time = 0; time < 5; time += 1) {
          await change(client, table)
          unmapped.push((await asked(steward, [middle])).p50)
        }
        await untilMapped(steward, middle)
        const calls = Array.from({ length: perSort }, (_, n) => anywhere(n + 1))
        const { p50, p99 } = await asked(steward, calls)
        const page = first[name] ?? Number.NaN
        const what = `${name} by ${sort}${filter && `, ${filter}`}`
        const beside = `first page ${ms(page)}`
        near.push({ what, value: `p50 ${ms(p50)}`, beside, ratio: p50 / page, target: 2 })
        near.push({ what: '', value: `p99 ${ms(p99)}`, beside: '', ratio: p99 / page, target: 5 })
        const plain = await timed(client, [
          `select t.* from ${table} t where deleted_at is null and ${condition}
           order by ${order} limit 25 offset ${Math.floor(total / 2)}`,
          `select count(*) from ${table} where deleted_at is null and ${condition}`,
        ])
        const value = ms(median(unmapped))
        const besides = `OFFSET and count ${ms(plain)}`
        far.push({ what, value, beside: besides, ratio: median(unmapped) / plain, target: 0.1 })
      }
    }
  }
  await client.end()
  printTable(`Any page: ${perSort} pages spread over each order, while nothing changes`, near)
  printTable('The page in the middle, just after a change of the table', far)
}

/** Changes a row, so that nothing that was worked out of the table holds any longer. */
const change = (client: pg.Client, table: string) =>
  client.query(
    `update ${table} set updated_at = now() where id = (select id from ${table} limit 1)`,
  )

/** Waits until a map of the order can have been made: not more often than every 20 seconds. */
async function untilMapped(steward: Steward, call: string): Promise<void> {
  await new Promise((done) => setTimeout(done, 21_000))
  await asked(steward, [call])
  await new Promise((done) => setTimeout(done, 4_000))
}

/** Searches of all lists: rows, and totals when first asked for and again. */
async function searches(
  steward: Steward,
  databaseUrl: string | undefined,
  dataDir: string,
  first: First,
): Promise<void> {
  const client = await connect(databaseUrl, dataDir)
  const people = { users: '', posts: 'author_id', bills: 'payer_id' }
  const figures: Figure[] = []
  const slowest = { call: '', taken: 0 }
  for (const { name, call, table } of lists) {
    const page = first[name] ?? Number.NaN
    const rowsOf = (word: string) => `${call}?total=later&search=${encodeURIComponent(word)}`
    for (const [what, some] of [
      ['1–2 letters', [...words, ...rareWords].filter((word) => word.length < 3)],
      ['3 letters or more', [...words, ...rareWords].filter((word) => word.length > 2)],
    ] as const) {
      const taken: number[] = []
      for (const word of some) {
        const found = await asked(steward, new Array(5).fill(rowsOf(word)))
        taken.push(found.p50)
        const longest = Math.max(...found.taken)
        if (longest > slowest.taken) Object.assign(slowest, { call: rowsOf(word), taken: longest })
      }
      figures.push({
        what: `${name}, rows of a search, ${what}`,
        value: `p50 ${ms(median(taken))}`,
        beside: `first page ${ms(page)}`,
        ratio: median(taken) / page,
        target: 5,
      })
    }
    const column = people[name]
    for (const word of ['the', 'market', 'example.com']) {
      const like = `'%${word}%'`
      const named = column
        ? ` or ${column} in (select id from users where search like ${like} and steward_fold(users.name) like ${like})`
        : ''
      const bare = await timed(client, [
        `select count(*) from ${table} where deleted_at is null and (search like ${like}${named})`,
      ])
      const asks = `${call}?total=only&search=${word}`
      const counted: number[] = []
      for (let time = 0; time < 3; time += 1) {
        await change(client, table)
        counted.push((await asked(steward, [asks])).p50)
      }
      const { total } = await asked(steward, [asks])
      const again = await asked(steward, new Array(9).fill(`${call}?total=only&search=${word}`))
      figures.push({
        what: `${name}, total of “${word}” (${total.toLocaleString('en')})`,
        value: `first ${ms(median(counted))}`,
        beside: `bare count ${ms(bare)}`,
        ratio: median(counted) / bare,
        target: 1.2,
      })
      figures.push({
        what: '',
        value: `again ${ms(again.p50)}`,
        beside: `first page ${ms(page)}`,
        ratio: again.p50 / page,
        target: 5,
      })
    }
  }
  await client.end()
  figures.push({
    what: `the slowest rows: ${decodeURIComponent(slowest.call.split('search=')[1] ?? '')}`,
    value: ms(slowest.taken),
    beside: '2,000 ms',
    ratio: slowest.taken / 2_000,
    target: 1,
  })
  printTable('Searches', figures)
}

/** The same lists of a thousand rows. */
async function sizes(steward: Steward, small: Steward, first: First): Promise<void> {
  const few = await firstPagesOf(small)
  const figures = lists.map(({ name }) => {
    const [many, thousand] = [first[name] ?? Number.NaN, few[name] ?? Number.NaN]
    const beside = `of 1,000 rows ${ms(thousand)}`
    return {
      what: `first page of ${name}`,
      value: ms(many),
      beside,
      ratio: many / thousand,
      target: 1.5,
    }
  })
  const dashboard = async (of: Steward) =>
    (await asked(of, new Array(40).fill('admin/dashboard'))).p50
  const [many, thousand] = [await dashboard(steward), await dashboard(small)]
  figures.push({
    what: 'dashboard',
    value: ms(many),
    beside: `of 1,000 rows ${ms(thousand)}`,
    ratio: many / thousand,
    target: 1.5,
  })
  printTable('Many rows beside a thousand, p50 of one person', figures)
}

async function firstPagesOf(steward: Steward): Promise<First> {
  const first: First = {}
  for (const { name, call } of lists) {
    await asked(steward, new Array(20).fill(call))
    first[name] = (await asked(steward, new Array(60).fill(call))).p50
  }
  return first
}

async function connect(databaseUrl: string | undefined, dataDir: string): Promise<pg.Client> {
  const client = new pg.Client(
    databaseUrl
      ? { connectionString: databaseUrl }
      : {
          host: await socketDirectory(dataDir),
          port: 5432,
          user: 'postgres',
          database: 'postgres',
        },
  )
  await client.connect()
  return client
}

/** Milliseconds of some statements together: the better of two times. */
async function timed(client: pg.Client, statements: readonly string[]): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let time = 0; time < 2; time += 1) {
    const start = performance.now()
    for (const statement of statements) await client.query(statement)
    best = Math.min(best, performance.now() - start)
  }
  return best
}

/** A search of all areas, beside the three lists' own searches for the same one after the other. */
async function everywhere(steward: Steward): Promise<void> {
  const figures: Figure[] = []
  for (const [what, some] of Object.entries(everywhereWords)) {
    const all: number[] = []
    const own: number[] = []
    for (const word of some) {
      const text = encodeURIComponent(word)
      all.push(...(await asked(steward, new Array(5).fill(`admin/search?search=${text}`))).taken)
      const each = lists.map(({ call }) => `${call}?total=later&limit=5&search=${text}`)
      for (let time = 0; time < 5; time += 1) {
        const { taken } = await asked(steward, each)
        own.push(taken.reduce((sum, ms) => sum + ms, 0))
      }
    }
    figures.push({
      what: `everywhere, ${what}`,
      value: `p50 ${ms(median(all))}, longest ${ms(Math.max(...all))}`,
      beside: `the lists of people, posts and bills, one by one: ${ms(median(own))}`,
      ratio: median(all) / median(own),
    })
  }
  printTable('Search everywhere', figures)
}
