import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { openConnection } from './db/connection/connection.ts'
import { queryColumn, queryNumber } from './db/connection/query.ts'
import { runVersion, type Served, serveVersion } from './rehearsal/version.ts'
import { directly, engines, openTestDatabase } from './testing/database.ts'
import { type Load, startLoad } from './testing/load.ts'
import { makeLoadPosts } from './testing/load-findings.ts'
import { testOwner } from './testing/process.ts'
import { copyRepository } from './testing/repository-copy.ts'
import { atScale } from './testing/scale.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const rows = atScale ? 1_000_000 : 5_000

/** What a next version may bring: columns of tables that servers write, an index, rows to fill. */
const next: Readonly<Record<string, string>> = {
  '9001-columns.sql': `alter table tasks add column colour text;
alter table categories add column colour text not null default 'blue';
alter table users add column colour text;
alter table posts add column colour text`,
  '9002-index.sql':
    '-- steward: no-transaction\ncreate index concurrently if not exists tasks_colour on tasks (colour, id)',
  '9003-fill.sql':
    "-- steward: backfill tasks\nupdate tasks set colour = 'green' where id = any($1)",
}

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const each of undo.splice(0).reverse()) await each()
})

/** The sources of this version with more migrations. */
async function nextVersion(): Promise<string> {
  const copy = await copyRepository()
  undo.push(copy.remove)
  for (const [name, text] of Object.entries(next))
    await writeFile(join(copy.path, 'apps/server/src/db/migrations', name), text)
  return copy.path
}

/** The sources of the latest release; undefined where git knows of none. */
function latestRelease(): string | undefined {
  try {
    const options = { cwd: root, encoding: 'utf8', stdio: 'pipe' } as const
    return execFileSync('git', ['describe', '--tags', '--abbrev=0', 'HEAD^'], options).trim()
  } catch {
    return undefined
  }
}

async function sourcesOf(tag: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-release-'))
  undo.push(() => rm(folder, { recursive: true, force: true }))
  const packed = join(folder, 'release.tar')
  execFileSync('git', ['archive', '--output', packed, tag], { cwd: root })
  await mkdir(join(folder, 'sources'))
  execFileSync('tar', ['-xf', packed, '-C', join(folder, 'sources')])
  const copy = await copyRepository(join(folder, 'sources'))
  undo.push(copy.remove)
  return copy.path
}

/** Upgrades a database under load, from the version in one folder to that in another, and half back. */
async function upgradeUnderLoad(oldFolder: string, newFolder: string) {
  const database = await openTestDatabase('postgresql', { ...directly, writesBySql: true })
  undo.push(() => database.dispose())
  const { db } = database.connection
  await sql`insert into tasks (id, title) select gen_random_uuid(), 'Task ' || n from generate_series(1, ${sql.lit(rows)}) as n`.execute(
    db,
  )
  const posts = await makeLoadPosts(db, 2_000)
  const { dataDir, databaseUrl = '' } = database.config
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    OWNER_EMAIL: testOwner.email,
    OWNER_PASSWORD: testOwner.password,
  }
  const { signal } = new AbortController()
  const scratch = { settings, copy: () => Promise.reject(), remove: () => Promise.resolve() }
  const serve = async (name: 'old' | 'new', folder: string): Promise<Served> => {
    const served = await serveVersion({ name, folder }, scratch, signal)
    undo.push(served.stop)
    return served
  }
  const loads: Load[] = []
  const load = async ({ url }: Served, of: readonly string[]) => {
    const signedIn = await fetch(`${url}/api/auth/admin-login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(testOwner),
    })
    const { data } = (await signedIn.json()) as { data: { token: string } }
    const started = startLoad(
      { url, token: data.token, deadlineMs: 60_000 },
      2,
      of,
      `load-${loads.length}`,
    )
    loads.push(started)
    undo.push(started.stop)
    return started
  }

  const old = await serve('old', oldFolder)
  await load(old, posts.slice(0, 1_000))
  await wait(3_000)
  const watching = watch(database.config)
  await runVersion({ name: 'new', folder: newFolder }, scratch, ['migrate'], { signal })
  const longestWaitMs = await watching.stop()
  await wait(2_000)
  const now = await serve('new', newFolder)
  await load(now, posts.slice(1_000))
  await wait(atScale ? 10_000 : 3_000)
  for (const each of loads) await each.stop()
  await old.stop()
  // The way back: the old version starts on the new schema.
  const again = await serve('old', oldFolder)
  const last = await load(again, [])
  await wait(5_000)
  await last.stop()
  return { loads, longestWaitMs, db }
}

/** Writes and reads the largest table on a connection of its own, without a pause, and keeps the longest wait. */
function watch(config: Parameters<typeof openConnection>[0]) {
  let stopped = false
  let longest = 0
  const running = (async () => {
    const connection = await openConnection(config)
    const [id = ''] = await queryColumn(connection.db)`select id::text from tasks limit 1`
    while (!stopped) {
      const began = performance.now()
      await sql`update tasks set updated_at = now() where id = ${id}::uuid`.execute(connection.db)
      await sql`select title from tasks where id = ${id}::uuid`.execute(connection.db)
      longest = Math.max(longest, performance.now() - began)
    }
    await connection.close()
  })()
  return {
    stop: async () => {
      stopped = true
      await running
      return longest
    },
  }
}

function mustHaveFailedNothing({
  loads,
  longestWaitMs,
}: Awaited<ReturnType<typeof upgradeUnderLoad>>) {
  for (const { figures, refusals, changes } of loads) {
    expect(refusals).toEqual([])
    const failed = Object.keys(figures.statuses).filter(
      (status) => status === '0' || status >= '500',
    )
    expect([figures.statuses, failed]).toEqual([figures.statuses, []])
    expect(changes.some(({ acknowledged }) => acknowledged)).toBe(true)
  }
  console.info(
    `${rows} rows: the longest wait during the migrations was ${longestWaitMs.toFixed()} ms`,
  )
  // At full size alone, where it says something of the statements and not of a busy machine.
  if (atScale) expect(longestWaitMs).toBeLessThan(1_000)
}

describe.runIf(engines.includes('postgresql'))('an upgrade while people work', () => {
  test('from this version to a next one fails no request, and leads back', async () => {
    const result = await upgradeUnderLoad(root, await nextVersion())
    mustHaveFailedNothing(result)
    const empty = queryNumber(
      result.db,
    )`select count(*)::int from tasks where colour is null and title like 'Task %'`
    expect(await empty).toBe(0)
  }, 1_800_000)

  const release = latestRelease()
  test.runIf(release)(
    'from the latest release to this version fails no request',
    async () => {
      mustHaveFailedNothing(await upgradeUnderLoad(await sourcesOf(release ?? ''), root))
    },
    1_800_000,
  )
  if (!release)
    console.warn('Git knows no release before this one; the upgrade from one is left out.')
})
