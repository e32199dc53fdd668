import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect, settingsOf, withDatabase } from './lib/database.ts'
import { freePort, runFile, startFile, stop, untilAnswers } from './lib/processes.ts'
import { type Steward, withDirectory, withSteward } from './lib/steward.ts'
import { type Figure, inTurn, median, ms, perSecond, printTable, rate } from './lib/table.ts'

const rounds = 3
const rows = 100_000
const importedRows = 100_000

/**
 * Deletions by HTTP beside a bare server's update of the same rows, and rows a second of seed and import, on PostgreSQL.
 * @param seconds how long each round is
 * @param before the folder of another version of Steward, installed, that is measured first
 */
export async function writes(seconds: number, before: string | undefined): Promise<void> {
  for (const root of before ? [before, undefined] : [undefined]) {
    await withDatabase(async (databaseUrl) => {
      if (!databaseUrl) return console.log('Writes: no PostgreSQL answers\n')
      const name = root ? `, ${root}` : ''
      printTable(`Rows a second${name}`, await bulkRates(databaseUrl, root))
      await withSteward({ databaseUrl, root }, async (steward) => {
        const title = `Deletions of a post by HTTP${name} (median of ${rounds} rounds in turn)`
        printTable(title, await deletions(steward, seconds))
      })
    })
  }
}

/** The rates of `steward seed` and `steward import`, each a process of its own, with its start. */
const bulkRates = (databaseUrl: string, root: string | undefined): Promise<Figure[]> =>
  withDirectory(async (dataDir) => {
    const file = join(dataDir, 'posts.csv')
    const lines = Array.from(
      { length: importedRows },
      (_, n) =>
        `${n},"Market day ${n}, bring your friends and something to eat",2026-01-01T10:00:00Z`,
    )
    await writeFile(file, ['id,text,createdAt', ...lines].join('\n'))
    const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DEMO: '0' }
    const run = async (what: string, n: number, words: string[]) => {
      const start = performance.now()
      await runFile(['apps/server/src/cli/main.ts', ...words], settings, root)
      const value = `${((n * 1_000) / (performance.now() - start)).toFixed(0)}/s`
      return { what, value }
    }
    return [
      await run('seed of people', rows, ['seed', '--users', String(rows)]),
      await run('seed of posts', rows, ['seed', '--posts', String(rows)]),
      await run('import of posts', importedRows, ['import', 'posts', file, '--id', 'id']),
    ]
  })

async function deletions(steward: Steward, seconds: number): Promise<Figure[]> {
  const barePort = await freePort()
  const { host } = await settingsOf(steward)
  const admin = await connect(await settingsOf(steward))
  const ids = await copyPosts(admin)
  const bare = startFile(['bench/bare-server.ts'], {
    PORT: String(barePort),
    DATABASE_URL: steward.databaseUrl,
    SOCKET_DIR: host,
    NODE_ENV: 'production',
  })
  const bareUrl = `http://127.0.0.1:${barePort}`
  await untilAnswers(`${bareUrl}/users`)
  const people: Record<string, string>[] = []
  while (people.length < 16) people.push(await steward.signIn())
  const next = { bare: 0, ours: 0 }
  const takeId = (of: keyof typeof next) => ids[next[of]++ % ids.length] ?? ''
  const measure = async (
    server: ChildProcess,
    writers: number,
    work: (writer: number) => Promise<unknown>,
  ) => {
    const [own, database] = [await processorMs(server.pid), await processorMsOfPostgres()]
    let n = 0
    const made = await perSecond(writers, seconds, async (writer) => {
      await work(writer)
      n += 1
    })
    return {
      made,
      own: ((await processorMs(server.pid)) - own) / n,
      database: ((await processorMsOfPostgres()) - database) / n,
    }
  }
  const figures: Figure[] = []
  try {
    for (const keyed of [false, true]) {
      for (const writers of [1, 16]) {
        const plain = () =>
          measure(bare, writers, () => remove(`${bareUrl}/posts/${takeId('bare')}`, {}))
        const whole = () =>
          measure(steward.process, writers, (writer) =>
            remove(`${steward.url}/api/admin/post-feed/${takeId('ours')}`, {
              ...people[writer],
              ...(keyed ? { 'idempotency-key': randomUUID() } : {}),
            }),
          )
        await whole()
        const { ours, theirs } = await inTurn(rounds, { theirs: plain, ours: whole })
        const of = (key: keyof (typeof ours)[0], some: typeof ours) =>
          median(some.map((each) => each[key]))
        const who = `${writers} ${writers === 1 ? 'writer' : 'writers'}`
        figures.push(
          rate(
            keyed ? `${who}, with an idempotency key` : who,
            of('made', ours),
            ['bare', of('made', theirs)],
            keyed ? undefined : writers === 1 ? 0.6 : 0.5,
          ),
          {
            what: '  processor time of a write: server, PostgreSQL',
            value: `${ms(of('own', ours))}, ${ms(of('database', ours))}`,
            beside: `${ms(of('own', theirs))}, ${ms(of('database', theirs))}`,
          },
        )
      }
    }
  } finally {
    await stop(bare)
    await admin.query('drop table bare_posts')
    await admin.end()
  }
  return figures
}

/** Makes the table of the bare server, with the same rows and indexes. @returns the ids */
async function copyPosts(admin: Awaited<ReturnType<typeof connect>>): Promise<string[]> {
  await admin.query('create table bare_posts (like posts including all)')
  const { rows: found } = await admin.query(
    `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
     where attrelid = 'posts'::regclass and attnum > 0 and attgenerated = '' and not attisdropped`,
  )
  const columns = found[0].names
  await admin.query(`insert into bare_posts (${columns}) select ${columns} from posts`)
  for (const table of ['posts', 'bare_posts']) await admin.query(`vacuum analyze ${table}`)
  return (await admin.query('select id from posts where deleted_at is null')).rows.map(
    ({ id }) => id,
  )
}

async function remove(url: string, headers: Record<string, string>): Promise<void> {
  const answer = await fetch(url, { method: 'DELETE', headers })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status} ${text}`)
}

/** The processor time of a process so far, in milliseconds; 0 where unknown. */
async function processorMs(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10
}

/** That of all processes of PostgreSQL that run now. */
async function processorMsOfPostgres(): Promise<number> {
  let sum = 0
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue
    const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
    if (name.startsWith('postgres')) sum += await processorMs(Number(pid))
  }
  return sum
}
