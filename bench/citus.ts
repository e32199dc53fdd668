import { randomBytes } from 'node:crypto'
import { ask, citusUrl, dropOnNodes, nodesOf } from '../apps/server/src/testing/citus.ts'
import { withDatabase } from './lib/database.ts'
import { again, asked } from './lib/lists.ts'
import { runFile } from './lib/processes.ts'
import { type Steward, withDirectory, withSteward } from './lib/steward.ts'
import { type Figure, ms, perSecond, printTable } from './lib/table.ts'

const rounds = 2
const shards = 16

/** Words of posts that many of them hold, and words that few do; each is asked for once a round. */
const words = {
  frequent: ['the', 'and', 'for', 'you', 'with'],
  rare: ['market', 'fatima', 'garden', 'silva', 'zzyzzyx'],
}

interface Place {
  name: string
  databaseUrl: string
}

/**
 * Posts of PostgreSQL beside the same posts on the coordinator of `CITUS_URL` alone, and on one and two of its workers, in
 * turn by HTTP.
 * @param rows how many posts
 * @param seconds how long writes are measured each time
 * @param template the database, on PostgreSQL and on the coordinator, that has those posts and is copied
 */
export async function citus(rows: number, seconds: number, template?: string): Promise<void> {
  if (!citusUrl) return console.log('Citus: CITUS_URL names no coordinator\n')
  const coordinator = citusUrl
  const nodes = await nodesOf(coordinator)
  await withDatabase(async (plain) => {
    if (!plain) return console.log('Citus: no PostgreSQL answers to compare it with\n')
    const source = template ?? nameOf('seeded')
    const made: string[] = []
    try {
      if (!template) {
        await seed(plain, rows)
        await askAlone(coordinator, `create database ${source}`)
        made.push(source)
        await seed(named(coordinator, source), rows)
      }
      const places: Place[] = [{ name: 'PostgreSQL', databaseUrl: plain }]
      for (const [workers, name] of ['one node', 'two nodes', 'three nodes'].entries()) {
        if (workers >= nodes.length) continue
        const copy = nameOf(String(workers + 1))
        made.push(copy)
        places.push({ name, databaseUrl: await spread(coordinator, source, copy, workers) })
      }
      await compare(places, seconds)
    } finally {
      for (const name of made) await dropOnNodes(coordinator, name)
    }
  }, template)
}

const nameOf = (part: string) => `steward_bench_${randomBytes(6).toString('hex')}_${part}`

function named(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

/** Runs a statement on one node alone. */
const askAlone = (url: string, statement: string) =>
  ask(url, 'set citus.enable_ddl_propagation to off', statement)

const seed = (databaseUrl: string, rows: number) =>
  steward(databaseUrl, 'seed', '--users', String(Math.ceil(rows / 100)), '--posts', String(rows))

/** Runs a command in a process of its own; returns the milliseconds that it took. */
const steward = (databaseUrl: string, ...words: string[]): Promise<number> =>
  withDirectory(async (dataDir) => {
    const began = performance.now()
    const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DEMO: '0' }
    await runFile(['apps/server/src/cli/main.ts', ...words], settings)
    return performance.now() - began
  })

/** Copies a database of the coordinator, and distributes the copy over so many workers. @returns its address */
async function spread(
  coordinator: string,
  source: string,
  name: string,
  workers: number,
): Promise<string> {
  const url = named(coordinator, name)
  const others = (await nodesOf(coordinator)).slice(0, workers)
  await askAlone(coordinator, `create database ${name} template ${source} strategy file_copy`)
  for (const node of others) await askAlone(node, `create database ${name}`)
  for (const node of [...others, coordinator])
    await ask(named(node, name), 'create extension if not exists citus')
  const { hostname, port } = new URL(coordinator)
  await ask(
    url,
    `select citus_set_coordinator_host('${hostname}', ${port || 5432})`,
    ...others.map((node) => {
      const worker = new URL(node)
      return `select citus_add_node('${worker.hostname}', ${worker.port || 5432})`
    }),
    `select citus_set_node_property('${hostname}', ${port || 5432}, 'shouldhaveshards', ${workers === 0})`,
    `alter database ${name} set citus.shard_count = ${shards}`,
  )
  const taken = await steward(url, 'distribute')
  console.log(`distributed over ${workers || 'no'} workers in ${(taken / 1_000).toFixed(1)} s`)
  return url
}

type Measured = Record<string, number>

async function compare(places: readonly Place[], seconds: number): Promise<void> {
  const results = new Map<string, Measured[]>()
  const secretKey = randomBytes(32).toString('hex')
  for (let round = 0; round < rounds; round += 1)
    for (const { name, databaseUrl } of places)
      await withSteward({ databaseUrl, secretKey }, async (server) => {
        results.set(name, [...(results.get(name) ?? []), await measure(server, seconds)])
      })
  const [some] = [...results.values()].flat()
  for (const what of Object.keys(some ?? {})) {
    const figures = [...results].map(([name, each]): Figure => {
      const values = each.map((one) => one[what] ?? Number.NaN).sort((a, b) => a - b)
      const said = values.map((value) =>
        what.includes('writer') ? `${value.toFixed(0)}/s` : ms(value),
      )
      return { what: name, value: said.join(' – ') }
    })
    printTable(`${what} (${rounds} rounds in turn)`, figures)
  }
}

async function measure(server: Steward, seconds: number): Promise<Measured> {
  const posts = 'admin/post-feed'
  const p50 = async (paths: readonly string[]) => (await asked(server, paths)).p50
  const { total } = await asked(server, again(10, posts))
  const found = (some: readonly string[]) => p50(some.map((word) => `${posts}?search=${word}`))
  const reading = {
    'first page of posts': await p50(again(40, posts)),
    'page 60': await p50(again(20, `${posts}?page=60`)),
    'page in the middle': await p50(again(5, `${posts}?page=${Math.ceil(total / 50)}`)),
    'search for a frequent word, the first time': await found(words.frequent),
    'search for a rare word, the first time': await found(words.rare),
    'page of people': await p50(again(40, 'admin/users/list')),
  }
  return {
    ...reading,
    'one writer': await written(server, 1, seconds),
    'sixteen writers': await written(server, 16, seconds),
  }
}

/** Posts deleted and restored a second, of the newest 400, each by one writer. */
async function written(server: Steward, writers: number, seconds: number): Promise<number> {
  const ids: string[] = []
  for (let page = 1; ids.length < 400; page += 1) {
    const { data } = await server.call<{ posts: { _id: string }[] }>(
      `admin/post-feed?limit=100&page=${page}`,
    )
    if (data.posts.length === 0) break
    ids.push(...data.posts.map(({ _id }) => _id))
  }
  const people: Record<string, string>[] = []
  while (people.length < writers) people.push(await server.signIn())
  const next = new Array<number>(writers).fill(0)
  const rate = await perSecond(writers, seconds, async (writer) => {
    const turn = next[writer] ?? 0
    next[writer] = turn + 1
    const own = ids.filter((_, n) => n % writers === writer)
    const path = `admin/post-feed/${own[(turn >> 1) % own.length]}`
    const headers = people[writer] ?? {}
    await (turn % 2 === 0
      ? server.call(path, { method: 'DELETE', headers })
      : server.call(`${path}/restore`, { method: 'PUT', headers }))
  })
  // What is deleted at the end is restored, so that the next round finds the same.
  for (const [writer, turn] of next.entries())
    if (turn % 2 === 1) {
      const own = ids.filter((_, n) => n % writers === writer)
      await server.call(`admin/post-feed/${own[(turn >> 1) % own.length]}/restore`, {
        method: 'PUT',
      })
    }
  return rate
}
