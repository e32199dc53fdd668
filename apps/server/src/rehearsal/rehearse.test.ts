import { readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { backUp, backupFolder } from '../testing/backups.ts'
import { runCommand } from '../testing/command-line.ts'
import { oneEngine, openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { create } from '../testing/factories.ts'
import { copyRepository, type RepositoryCopy } from '../testing/repository-copy.ts'
import { firstDifference } from './compare.ts'
import { readsIn, readsOfContract } from './reads.ts'

/** A line of app.ts, behind which a hook can stand. */
const hookPlace = "  app.addHook('onReady', async () => runners.start())"

const root = fileURLToPath(new URL('../../../..', import.meta.url))

/** As nginx writes it; what is no read of the API is passed over. */
const log = `
127.0.0.1 - - [27/Nov/2026:12:00:00 +0000] "GET /api/admin/bills?sort=-amount HTTP/1.1" 200 512
127.0.0.1 - - [27/Nov/2026:12:00:00 +0000] "GET /api/admin/tasks HTTP/1.1" 200 512
127.0.0.1 - - [27/Nov/2026:12:00:00 +0000] "GET /api/admin/tasks HTTP/1.1" 200 512
127.0.0.1 - - [27/Nov/2026:12:00:00 +0000] "GET /api/admin/live HTTP/1.1" 200 512
127.0.0.1 - - [27/Nov/2026:12:00:00 +0000] "GET /api/admin/user/delete/x HTTP/1.1" 200 512
127.0.0.1 - - [27/Nov/2026:12:00:00 +0000] "PUT /api/admin/bills/x HTTP/1.1" 200 512
127.0.0.1 - - [27/Nov/2026:12:00:00 +0000] "GET /assets/x.js HTTP/1.1" 200 512
`

test('reads are found in an access log, each once, without calls that change something', () => {
  expect(readsIn(log)).toEqual([
    { address: '/api/admin/bills?sort=-amount', call: 'bills.list' },
    { address: '/api/admin/tasks', call: 'tasks.list' },
  ])
  expect(readsIn('/api/admin/bills/01\n')).toEqual([
    { address: '/api/admin/bills/01', call: 'bills.details' },
  ])
  const many = Array.from({ length: 3_000 }, (_, n) => `/api/admin/bills?page=${n}`).join('\n')
  expect(readsIn(many)).toHaveLength(2_000)
})

test('without a log every list is read by each of its sorts and choices', () => {
  const addresses = readsOfContract().map(({ address }) => address)
  for (const one of ['bills?sort=-amount', 'tasks?page=2', 'users/admin/list'])
    expect(addresses).toContain(`/api/admin/${one}`)
  expect(addresses.join()).not.toContain('admin/live')
})

test.each([
  [{ a: [{ b: 1 }] }, { a: [{ b: 2 }] }, 'a[0].b: 2, and was 1'],
  [{ a: [1] }, { a: [] }, 'a: 0 entries, and was 1'],
  [{ a: null }, {}, 'a: missing, and was null'],
  [{ a: 1, lastActiveAt: 1 }, { a: 1, lastActiveAt: 2, more: 3 }, undefined],
])('an answer is compared: %j with %j', (old, now, difference) => {
  expect(firstDifference(old, now)).toBe(difference)
})

describe.each(oneEngine)('a rehearsal on %s', (engine) => {
  let folder: Awaited<ReturnType<typeof backupFolder>>
  let source: TestDatabase
  let copy: RepositoryCopy
  let words: string[]
  beforeAll(async () => {
    folder = await backupFolder()
    source = await openTestDatabase(engine)
    await create(source.connection.db, 'bills', { title: 'Rent' })
    await create(source.connection.db, 'tasks', { title: 'Call' })
    await backUp(source, folder.path('backup'))
    await writeFile(folder.path('log'), log)
    const server = engine === 'postgresql' ? ['--database-url', inject('postgres') ?? ''] : []
    words = [
      'rehearse',
      folder.path('backup'),
      '--old',
      root,
      '--reads',
      folder.path('log'),
      ...server,
    ]
    copy = await copyRepository()
  })
  afterAll(async () => {
    await copy.remove()
    await source.dispose()
    await folder.remove()
  })

  const leftOver = async () =>
    (await readdir(tmpdir())).filter((name) => name.startsWith('steward-rehearsal-'))

  test('says go where both answer the same, and leaves nothing behind', async () => {
    const before = await leftOver()
    const { code, out, err } = await runCommand(source.config, words)
    expect([code, out, err]).toEqual([
      0,
      expect.stringMatching(/2 reads, of which 0 were.*Go\.\n$/s),
      err,
    ])
    expect(await leftOver()).toEqual(before)
  })

  test('says no where a migration changes an answer, or a call takes longer', {
    timeout: 400_000,
  }, async () => {
    const migrations = join(copy.path, 'apps/server/src/db/migrations')
    await writeFile(
      join(migrations, '9001-title.sql'),
      "-- steward: backfill bills\nupdate bills set title = 'Lost' where id = any($1)",
    )
    const app = join(copy.path, 'apps/server/src/app.ts')
    const slow = `app.addHook('onRequest', async ({ url }) => {
      if (url.includes('admin/tasks')) await new Promise((go) => setTimeout(go, 200))
    })`
    const text = await readFile(app, 'utf8')
    expect(text).toContain(hookPlace)
    await writeFile(app, text.replace(hookPlace, `${hookPlace}\n${slow}\n`))
    const { code, out } = await copy.node('apps/server/src/cli/main.ts', ...words)
    expect([code, out]).toEqual([3, expect.stringContaining('of which 1 was answered otherwise')])
    expect(out).toContain(
      'admin/bills?sort=-amount\n    data.bills[0].title: "Lost", and was "Rent"',
    )
    expect(out).toMatch(/Slower than allowed.*\n {2}tasks\.list/)
    expect(out.trimEnd().endsWith('No.')).toBe(true)
  })

  test.each([
    [['rehearse', 'nothing.tar.gz', '--old', root], /nothing.tar.gz can’t be read/],
    [['rehearse', 'x'], /needs --old FOLDER/],
    [['rehearse', 'x', '--old', tmpdir()], /holds no Steward/],
    [['rehearse', 'x', '--old', root, '--factor', 'much'], /--factor takes a number/],
  ])('says what is missing: %j', async (given, said) => {
    const { code, err } = await runCommand(source.config, given)
    expect([code > 0, err]).toEqual([true, expect.stringMatching(said)])
  })
})
