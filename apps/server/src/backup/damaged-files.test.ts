import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, truncate, writeFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listMigrations } from '../db/migrations/migration-file.ts'
import { openSecrets } from '../secrets.ts'
import { folderStorage } from '../storage/folder.ts'
import {
  backUp,
  backupFolder,
  listFiles,
  readAll,
  repack,
  restoreFrom,
  type TestEntry,
  unpack,
} from '../testing/backups.ts'
import { oneEngine, openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { create } from '../testing/factories.ts'
import { uploadedFiles } from '../uploads/uploaded-files.ts'
import { entries as known } from './format.ts'
import { checkBackup } from './walk.ts'

// What decides about a file stands before the engine.
describe.each(oneEngine)('a file that is not what it was, on %s', (engine) => {
  let folder: Awaited<ReturnType<typeof backupFolder>>
  let target: TestDatabase
  let whole: Buffer
  let entries: TestEntry[]
  let before: Awaited<ReturnType<typeof readAll>>

  beforeAll(async () => {
    folder = await backupFolder()
    const source = await openTestDatabase(engine)
    await create(source.connection.db, 'users', { name: 'Ada' })
    for (const title of ['One', 'Two']) await create(source.connection.db, 'tasks', { title })
    await uploadedFiles(folderStorage(source.config.dataDir)).save(Buffer.from('a picture'), 'png')
    await openSecrets(source.config)
    await backUp(source, folder.path('whole'))
    await source.dispose()
    whole = await readFile(folder.path('whole'))
    entries = await unpack(whole)
    target = await openTestDatabase(engine)
    before = await readAll(target.connection.db)
  })
  afterAll(async () => {
    await target.dispose()
    await folder.remove()
  })

  const wordsOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'whole',
      (error: Error) => `${error.name}: ${error.message}`,
    )

  /** What a check says of it. */
  async function checked(bytes: Buffer): Promise<string> {
    await writeFile(folder.path('other'), bytes)
    return await wordsOf(checkBackup(createReadStream(folder.path('other')), 'FILE'))
  }

  /** What a compressed file holds; undefined where it can't be read to its end. */
  function inflated(bytes: Buffer): Buffer | undefined {
    try {
      return gunzipSync(bytes)
    } catch {
      return undefined
    }
  }

  /** Neither a check nor a restore takes it, and nothing has changed. */
  async function refused(bytes: Buffer): Promise<string> {
    const found = await checked(bytes)
    const said = await wordsOf(restoreFrom(folder.path('other'), target))
    expect(await readAll(target.connection.db)).toEqual(before)
    const left = Object.keys(await listFiles(target.config.dataDir))
    expect(left.filter((name) => /restore|secret/.test(name))).toEqual([])
    expect(await listFiles(`${target.config.dataDir}/uploads`)).toEqual({})
    // What comes in twice is noticed by the database before the end of the file is.
    if (!said.includes("can't be restored")) expect(found).toBe(said)
    return said
  }

  const changed = (change: (entry: TestEntry) => TestEntry | TestEntry[]) =>
    repack(entries.flatMap(change))
  const edited = (name: string, edit: (text: string) => string) =>
    changed((entry) =>
      entry.name.startsWith(name)
        ? { ...entry, content: Buffer.from(edit(entry.content.toString())) }
        : entry,
    )
  /** With checksums that are right for what it holds now. */
  async function summed(of: readonly TestEntry[]): Promise<Buffer> {
    const others = of.filter((entry) => entry.name !== known.sums)
    const lines = others.map(({ name, content }) => `${hash('sha256', content)}  ${name}\n`)
    return await repack([...others, { name: known.sums, content: Buffer.from(lines.join('')) }])
  }

  test('is not the whole one', async () => {
    expect(await summed(entries).then(unpack)).toEqual(entries)
    await writeFile(folder.path('again'), await repack(entries))
    expect(await checkBackup(createReadStream(folder.path('again')), 'FILE')).toMatchObject({
      totals: { files: 1, tables: { tasks: { rows: 2 } } },
    })
  })

  test('cut short, wherever', async () => {
    const lengths = [whole.length - 1, whole.length - 9, whole.length >> 1, 600, 20]
    for (const length of lengths) {
      const say = length === whole.length >> 1 ? refused : checked
      expect([length, await say(whole.subarray(0, length))]).toEqual([
        length,
        'Problem: FILE is cut short: it ends in the middle.',
      ])
    }
    // Between two entries, as tar would have it.
    const without = entries.filter((entry) => entry.name !== known.sums)
    expect(await refused(await repack(without))).toBe(
      'Problem: FILE is cut short: it has no checksums at its end.',
    )
  })

  test('damaged by a bit', async () => {
    let damaged = 0
    for (let at = 40; at < whole.length; at += whole.length >> 3) {
      const flipped = Buffer.from(whole)
      flipped[at] = (flipped[at] ?? 0) ^ 4
      // Deflate can write the same content in several ways, as a run of zeros from another distance.
      if (inflated(flipped)?.equals(gunzipSync(whole))) continue
      damaged++
      // In words that depend on what the bit was of: one of the manifest has it damaged, or of a newer version.
      expect(await checked(flipped)).toMatch(/^Problem: FILE (is|was|has|goes) /)
    }
    expect(damaged).toBeGreaterThan(4)
  })

  test('with another row, one less, one more, or none', async () => {
    const task = 'tables/tasks/'
    const isNot = (name: string) =>
      `Problem: FILE was damaged or changed: ${name} isn't what it was.`
    expect(await refused(await edited(task, (text) => text.replace('One', 'Owe')))).toBe(
      isNot('tables/tasks/000001.copy'),
    )
    expect(await checked(await edited(known.secretKey, () => 'x'))).toBe(isNot('secret.key'))
    expect(
      await checked(await changed((entry) => (entry.name.startsWith(task) ? [] : entry))),
    ).toMatch("isn't what it was")
    const twice = await changed((entry) => (entry.name.startsWith(task) ? [entry, entry] : entry))
    expect(await refused(twice)).toBe(
      'Problem: The backup can\'t be restored: duplicate key value violates unique constraint "tasks_pkey". Nothing was changed.',
    )
    // Whoever makes the checksums anew still has the totals against them.
    const fewer = entries.filter((entry) => !entry.name.startsWith(task))
    expect(await refused(await summed(fewer))).toBe(
      "Problem: FILE was damaged or changed: its totals don't add up.",
    )
    const noFiles = entries.filter((entry) => !entry.name.startsWith('uploads/'))
    expect(await checked(await summed(noFiles))).toMatch("its totals don't add up")
  })

  test('with checksums that never end a line', async () => {
    const others = entries.filter((entry) => entry.name !== known.sums)
    const endless = { name: known.sums, content: Buffer.alloc(20_000, 'x') }
    expect(await checked(await repack([...others, endless]))).toBe(
      `Problem: FILE is damaged: a line of its ${known.sums} is too long.`,
    )
  })

  test('with something behind its end, or somewhere else', async () => {
    const evil = { name: 'uploads/x.png', content: Buffer.from('x') }
    expect(await refused(await repack([...entries, evil]))).toBe(
      'Problem: FILE goes on behind its checksums: it was changed.',
    )
    for (const name of [
      'uploads/../../evil',
      'uploads/.hidden',
      '../evil',
      '/etc/evil',
      'database/x',
      'tables/x/1',
    ]) {
      const at = entries.findIndex((entry) => entry.name === known.totals)
      const more = entries.toSpliced(at, 0, { ...evil, name })
      const say = name === '../evil' ? refused : checked
      expect([name, await say(await summed(more))]).toEqual([
        name,
        `Problem: FILE was damaged or changed: nothing is known of ${JSON.stringify(name)}.`,
      ])
    }
  })

  test('of a newer Steward, in its format or its schema', async () => {
    expect(
      await refused(
        await edited(known.manifest, (text) => text.replace('"version": 1', '"version": 2')),
      ),
    ).toBe('Problem: FILE was written by a newer Steward (format 2).')
    const newer = await edited(known.manifest, (text) =>
      text.replace('"migrations": [', '"migrations": ["9999-flying.sql", '),
    )
    await writeFile(folder.path('newer'), newer)
    await expect(restoreFrom(folder.path('newer'), target)).rejects.toThrow(
      'FILE was written by a newer Steward (it has the migration 9999-flying.sql). Restore it with that version, or a newer one.',
    )
    expect(await readAll(target.connection.db)).toEqual(before)
  })

  test('of before the baseline of migrations', async () => {
    const ofOld = (...names: string[]) =>
      edited(known.manifest, (text) => {
        const manifest = JSON.parse(text)
        const newer = manifest.migrations.filter((name: string) => name >= '0083')
        return JSON.stringify({ ...manifest, migrations: [...names, ...newer] })
      })
    await writeFile(folder.path('old'), await ofOld('0001-text.sql', '0081-audit-clients.sql'))
    await expect(restoreFrom(folder.path('old'), target)).rejects.toThrow(
      /^FILE is of a Steward before 25 November 2026 \(it ends with the migration 0081-/,
    )
    expect(await readAll(target.connection.db)).toEqual(before)
  })

  test('that never was one', async () => {
    for (const bytes of [
      Buffer.from('id,name\n1,Ada\n'),
      Buffer.alloc(0),
      await repack([{ name: 'x', content: Buffer.from('x') }]),
    ]) {
      expect(await refused(bytes)).toMatch(
        /^Problem: FILE is (no backup of Steward|cut short: it ends in the middle)\.$/,
      )
    }
    await truncate(folder.path('whole'), 0)
    const { rows } = await sql`select 1 from schema_migrations`.execute(target.connection.db)
    expect(rows).toHaveLength((await listMigrations()).length)
  })
})
