import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openConnection } from '../../db/connection/connection.ts'
import { newId } from '../../ids.ts'
import { keepImport } from '../../modules/imports/imports.store.ts'
import { folderStorage } from '../../storage/folder.ts'
import { s3Storage } from '../../storage/s3.ts'
import { openTestBucket, type TestBucket } from '../../testing/bucket.ts'
import { runCommand } from '../../testing/command-line.ts'
import {
  directly,
  openTestDatabase,
  type TestDatabase,
  usualEngine,
} from '../../testing/database.ts'
import { createAdmin } from '../../testing/factories.ts'
import { UsageError } from '../command.ts'
import { filesCommand } from './files.ts'

describe('steward files move', () => {
  let database: TestDatabase
  let bucket: TestBucket
  const id = newId()
  const names = ['uploads/a.webp', 'uploads/b.webp', `imports/${id}`]
  beforeAll(async () => {
    bucket = await openTestBucket()
    database = await openTestDatabase(usualEngine, directly)
    const { db } = database.connection
    const folder = folderStorage(database.config.dataDir)
    for (const name of names) await folder.save(name as 'uploads/', Buffer.from(name))
    const file = {
      id,
      area: 'tasks' as const,
      file_name: 'a.csv',
      size: 1,
      user_id: (await createAdmin(db, null)).id,
    }
    await keepImport(db, { ...file, server_id: await folder.id() })
  })
  afterAll(async () => {
    await database.dispose()
    await bucket.dispose()
  })
  const run = (...words: string[]) =>
    runCommand({ ...database.config, s3Url: bucket.url }, ['files', 'move', ...words])
  const inFolder = async () => {
    const { dataDir } = database.config
    const folders = ['uploads', 'imports'].map(async (folder) =>
      (await readdir(join(dataDir, folder))).map((name) => `${folder}/${name}`),
    )
    return (await Promise.all(folders)).flat().sort()
  }
  const owner = async () => {
    const { rows } = await sql<{ server_id: string }>`select server_id from imports`.execute(
      database.connection.db,
    )
    return rows[0]?.server_id
  }

  test.runIf(usualEngine === 'postgresql')(
    'is refused behind a pooler, where it can’t be told whether a server runs',
    async () => {
      const config = { ...database.config, databasePooler: 'transaction' as const }
      const settings = { ...config, s3Url: bucket.url }
      const { code, err } = await runCommand(settings, ['files', 'move', '--to', 's3'])
      expect([code, err]).toEqual([1, expect.stringContaining('Behind a pooler')])
      expect(await bucket.names()).toEqual([])
    },
  )

  test('copies while a server runs, finishes once none does, and goes back', async () => {
    const storage = s3Storage(bucket.target, database.config.dataDir)
    const folder = folderStorage(database.config.dataDir)
    const first = await run('--to', 's3')
    expect(first).toMatchObject({ code: 0 })
    expect(first.out).toContain('3 files copied and compared, 0 were there already.')
    expect(first.out).toContain('A server runs')
    expect((await bucket.names()).sort()).toEqual([...names].sort())
    expect(await owner()).toBe(await folder.id())
    const early = await run('--to', 's3', '--remove')
    expect([early.code, early.err]).toEqual([1, expect.stringContaining('Stop every server first')])

    await database.connection.close()
    // One that is half there, as a copy of another time or a disk that fails leaves it.
    await storage.save('uploads/b.webp', Buffer.from('something else'))
    const second = await run('--to', 's3', '--remove')
    expect(second.out).toContain('1 file copied and compared, 2 were there already.')
    expect(second.out).toContain('3 files removed')
    database.connection = await openConnection(database.config)
    expect(await owner()).toBe(await storage.id())
    expect(await inFolder()).toEqual(['imports/server-id'])
    const stored = await storage.read('uploads/b.webp')
    expect(stored && (await text(stored.bytes))).toBe('uploads/b.webp')

    await database.connection.close()
    await writeFile(join(database.config.dataDir, 'uploads/half.webp.part'), 'half')
    // As a command of the version before leaves it that is killed in the middle of a file.
    await writeFile(join(database.config.dataDir, 'uploads/a.webp.part'), 'killed')
    const back = await run('--to', 'folder', '--remove')
    expect(back).toMatchObject({ code: 0 })
    database.connection = await openConnection(database.config)
    expect(await bucket.names()).toEqual([])
    expect(await inFolder()).toEqual(
      [...names, 'imports/server-id', 'uploads/a.webp.part', 'uploads/half.webp.part'].sort(),
    )
    const moved = await folder.read('uploads/a.webp')
    expect(moved && (await text(moved.bytes))).toBe('uploads/a.webp')
    expect(await owner()).toBe(await folder.id())
  })

  test('says what it needs, and what is wrong with the bucket, without a key', async () => {
    for (const words of [[], ['move'], ['move', '--to', 'tape'], ['copy', '--to', 's3']])
      await expect(filesCommand.run(words)).rejects.toThrow(UsageError)
    const none = await runCommand(database.config, ['files', 'move', '--to', 's3'])
    expect([none.code, none.err]).toEqual([1, expect.stringContaining('Set S3_URL')])
    const s3Url = bucket.url.replace(':S3RVER@', ':a-wrong-secret@')
    const refused = await runCommand({ ...database.config, s3Url }, ['files', 'move', '--to', 's3'])
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('it answered 403')
    expect(refused.err).not.toMatch(/S3RVER|a-wrong-secret/)
  })
})
