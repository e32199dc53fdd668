import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Db, openConnection } from '../db/connection/connection.ts'
import { readDistribution } from '../db/connection/distributed.ts'
import { queryColumn } from '../db/connection/query.ts'
import { backupFolder } from '../testing/backups.ts'
import { citusUrl } from '../testing/citus.ts'
import { runCommand } from '../testing/command-line.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { create } from '../testing/factories.ts'
import { integrityFindings } from '../testing/integrity.ts'

describe.skipIf(!citusUrl)('a backup of a distributed database', () => {
  let folder: Awaited<ReturnType<typeof backupFolder>>
  let source: TestDatabase
  let target: TestDatabase
  beforeAll(async () => {
    folder = await backupFolder()
    source = await openTestDatabase('postgresql')
    target = await openTestDatabase('postgresql')
    for (let n = 0; n < 20; n += 1)
      await create(
        source.connection.db,
        'posts',
        ...Array.from({ length: 20 }, (_, m) => ({ text: `${'long '.repeat(n * 40)} ${n} ${m}` })),
      )
  })
  afterAll(async () => {
    await source?.dispose()
    await target?.dispose()
    await folder?.remove()
  })

  const posts = (db: Db) => queryColumn(db)`select t::text from posts as t order by id`

  test('has every row, and is restored into a coordinator, where it can be distributed again', async () => {
    const file = folder.path('distributed.tar.gz')
    await source.connection.close()
    await target.connection.close()
    expect(await runCommand(source.config, ['backup', file])).toMatchObject({ code: 0 })
    source.connection = await openConnection(source.config)
    const before = await posts(source.connection.db)
    expect(before.length).toBe(400)
    const restored = await runCommand(target.config, ['restore', file, '--verify'])
    expect([restored.code, restored.out]).toEqual([
      0,
      expect.stringMatching(/To distribute it again, run: steward distribute\n$/),
    ])
    const again = await openConnection(target.config)
    expect(await readDistribution(again.db)).toBe('none')
    expect(await posts(again.db)).toEqual(before)
    await again.close()
    expect(await runCommand(target.config, ['distribute'])).toMatchObject({ code: 0 })
    target.connection = await openConnection(target.config)
    expect(await readDistribution(target.connection.db)).toBe('whole')
    expect(await posts(target.connection.db)).toEqual(before)
    await create(target.connection.db, 'posts', { text: 'After it' })
    expect(await integrityFindings(target.connection.db)).toEqual([])
  })
})
