import { type ChildProcess, spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openConnection } from '../../db/connection/connection.ts'
import { backupFolder, listFiles, readAll } from '../../testing/backups.ts'
import { type Ended, runCommand } from '../../testing/command-line.ts'
import { directly, oneEngine, openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { create, createAdmin } from '../../testing/factories.ts'
import { serveDatabase, untilReady } from '../../testing/process.ts'
import { UsageError } from '../command.ts'
import { backupCommand } from './backup.ts'
import { restoreCommand } from './restore.ts'

const main = new URL('../main.ts', import.meta.url).pathname

/** Runs a command on a database. @param shell a redirection, for what can't be done with pipes */
function start(
  { config }: Pick<TestDatabase, 'config'>,
  words: string[],
  shell = '',
): ChildProcess {
  const env = {
    ...process.env,
    DATA_DIR: config.dataDir,
    DATABASE_URL: config.databaseUrl ?? '',
    DATABASE_POOLER: config.databasePooler ?? '',
    SECRET_KEY: '',
  }
  return shell
    ? spawn('sh', ['-c', `"$0" "$@" ${shell}`, process.execPath, main, ...words], { env })
    : spawn(process.execPath, [main, ...words], { env })
}

function ended(child: ChildProcess): Promise<Omit<Ended, 'code'> & { code: number | null }> {
  let out = ''
  let err = ''
  child.stdout?.on('data', (data) => {
    out += data
  })
  child.stderr?.on('data', (data) => {
    err += data
  })
  return new Promise((done) => child.on('close', (code) => done({ code, out, err })))
}

const run = ({ config }: Pick<TestDatabase, 'config'>, ...words: string[]) =>
  runCommand(config, words)

describe.each(oneEngine)('steward backup and restore on %s', (engine) => {
  let folder: Awaited<ReturnType<typeof backupFolder>>
  let source: TestDatabase
  let file: string
  beforeAll(async () => {
    folder = await backupFolder()
    file = folder.path('all.tar.gz')
    source = await openTestDatabase(engine, directly)
    await createAdmin(source.connection.db, null, { name: 'Ada' })
    await mkdir(join(source.config.dataDir, 'uploads'))
    await writeFile(join(source.config.dataDir, 'uploads', `${'0'.repeat(32)}.png`), 'picture')
    await writeFile(join(source.config.dataDir, 'secret.key'), `${'k'.repeat(40)}\n`)
  })
  afterAll(async () => {
    await source.dispose()
    await folder.remove()
  })

  // The database stays open here meanwhile, as it does in a running server.
  test('write a file while the database is in use, for the own account alone', async () => {
    const { code, out, err } = await ended(start(source, ['backup', file]))
    expect({ code, err }).toEqual({
      code: 0,
      err: 'The file contains password hashes and personal data, and the key that second factors are encrypted with. Keep it as secure as the server itself.\n',
    })
    expect(out).toMatch(/all\.tar\.gz: \d+ rows of \d+ tables and 1 file in [\d,]+ bytes, /)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder.path('.'))).toEqual(['all.tar.gz'])
    expect(Object.keys(await listFiles(source.config.dataDir))).not.toContain(
      'database.backup-copy',
    )
    // The sum is that of the file.
    expect(out).toContain(`SHA-256 ${hash('sha256', await readFile(file))}`)

    const again = await run(source, 'backup', file, '--without-secret-key')
    expect(again).toMatchObject({
      code: 1,
      err: `${file} already exists. Name another file or use --force.\n`,
    })
    const forced = await run(source, 'backup', file, '--force', '--without-secret-key')
    expect(forced).toMatchObject({
      code: 0,
      err: 'The file contains password hashes and personal data. Keep it as secure as the server itself.\n',
    })
    const checked = await run(source, 'restore', file, '--check')
    expect(checked).toMatchObject({
      code: 0,
      out: expect.stringMatching(/is whole: .* without the secret key/),
    })
  })

  test('go from standard output into standard input, into an empty installation', async () => {
    const target = await openTestDatabase(engine, directly)
    await target.connection.close()
    const path = folder.path('piped')
    expect(await ended(start(source, ['backup', '-'], `> '${path}'`))).toMatchObject({
      code: 0,
      out: '',
    })
    const restored = await ended(start(target, ['restore', '-', '--verify'], `< '${path}'`))
    expect(restored).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /^Restored \d+ rows .*\nEvery table and every file is as it is in the backup\.\nEverybody must sign in again\.\n$/,
      ),
    })
    target.connection = await openConnection(target.config)
    expect(await readAll(target.connection.db)).toEqual(await readAll(source.connection.db))
    expect(await listFiles(join(target.config.dataDir, 'uploads'))).toEqual({
      [`${'0'.repeat(32)}.png`]: '600',
    })
    await target.connection.close()

    // It holds somebody now.
    expect(await run(target, 'restore', path)).toMatchObject({
      code: 1,
      err: expect.stringContaining('already contains people or other records'),
    })
    expect(await run(target, 'restore', path, '--replace')).toMatchObject({
      code: 2,
      err: expect.stringContaining('use --replace with --yes'),
    })
    await writeFile(join(target.config.dataDir, 'secret.key'), `${'l'.repeat(40)}\n`)
    // Its key was left out, and another one is here.
    expect(await run(target, 'restore', file, '--replace', '--yes')).toMatchObject({
      code: 0,
      out: expect.stringContaining(
        'authenticator codes, recovery codes, webhooks and identity providers will not work until SECRET_KEY',
      ),
    })
    expect(await run(target, 'restore', path, '--replace', '--yes')).toMatchObject({
      code: 0,
      out: expect.stringContaining('secret.key.before-restore'),
    })
    target.connection = await openConnection(target.config)
    await target.dispose()
  })
})

// Who has the database open is told apart by each engine in its own way.
describe.each(oneEngine)('steward backup and restore on %s', (engine) => {
  test('a server that runs is backed up, and keeps a restore out', async () => {
    const folder = await backupFolder()
    const served = await openTestDatabase(engine, directly)
    await create(served.connection.db, 'tasks', { title: 'Served' })
    await served.connection.close()
    const server = await serveDatabase(served)
    await untilReady(server)
    expect(await run(served, 'backup', folder.path('served'))).toMatchObject({ code: 0 })
    expect(await run(served, 'restore', folder.path('served'), '--replace', '--yes')).toMatchObject(
      {
        code: 1,
        err: expect.stringMatching(
          engine === 'embedded'
            ? 'is open in another process'
            : 'Steward is running on this database',
        ),
      },
    )
    expect((await fetch(`${server.url()}/health/ready`)).status).toBe(200)
    expect(await server.stop()).toBe(0)
    expect(await run(served, 'restore', folder.path('served'), '--replace', '--yes')).toMatchObject(
      {
        code: 0,
      },
    )
    served.connection = await openConnection(served.config)
    expect((await readAll(served.connection.db))['tasks']).toHaveLength(1)
    await served.dispose()
    await folder.remove()
  })
})

describe('steward backup', () => {
  let folder: Awaited<ReturnType<typeof backupFolder>>
  let source: TestDatabase
  beforeAll(async () => {
    folder = await backupFolder()
    // Where most goes on while a backup is made.
    source = await openTestDatabase('embedded', { writesBySql: true })
    await sql`insert into tasks (id, title) select gen_random_uuid(), 'Task ' || n
      from generate_series(1, 30000) as n`.execute(source.connection.db)
  })
  afterAll(async () => {
    await source.dispose()
    await folder.remove()
  })

  test('a file that can’t be written leaves nothing, and a sentence', async () => {
    const said = async (path: string) => (await run(source, 'backup', path)).err
    const missing = folder.path('missing/x')
    expect(await said(missing)).toBe(`${missing} can't be written: there is no such folder.\n`)
    await writeFile(folder.path('plain'), '')
    const below = folder.path('plain/x')
    expect(await said(below)).toBe(`${below} can't be written: there is no such folder.\n`)
    expect(await said(folder.path('.'))).toContain('is not a file.')
    if (process.platform === 'linux') {
      const full = await ended(start(source, ['backup', '-'], '> /dev/full'))
      expect(full).toMatchObject({
        code: 1,
        err: "Standard output can't be written: the disk is full.\n",
      })
      const gone = await ended(start(source, ['backup', '-'], '| true'))
      expect(gone.err).toContain("Standard output can't be written: the reader has closed it.")
      expect(await said('/sys/x')).toBe(
        "/sys/x can't be written: this account has no permission to write there.\n",
      )
    }
  })

  test('Ctrl-C leaves nothing half written', async () => {
    const own = await backupFolder()
    const child = start(source, ['backup', own.path('x.tar.gz')])
    const result = ended(child)
    await expect
      .poll(() => readdir(own.path('.')), { interval: 5, timeout: 60_000 })
      .not.toEqual([])
    child.kill('SIGINT')
    expect(await result).toMatchObject({
      code: 130,
      err: expect.stringContaining('Stopped. No backup was written.'),
    })
    expect(await readdir(own.path('.'))).toEqual([])
    expect(Object.keys(await listFiles(source.config.dataDir))).not.toContain(
      'database.backup-copy',
    )
    // And nobody is in the way of the next one.
    expect(await run(source, 'backup', own.path('x.tar.gz'))).toMatchObject({ code: 0 })
    await own.remove()
  })

  test('one that is killed leaves nothing that looks whole, and the next removes it after a day', async () => {
    const own = await backupFolder()
    const child = start(source, ['backup', own.path('killed.tar.gz')])
    const result = ended(child)
    await expect
      .poll(() => readdir(own.path('.')), { interval: 5, timeout: 60_000 })
      .not.toEqual([])
    child.kill('SIGKILL')
    await result
    const [left = ''] = await readdir(own.path('.'))
    expect(left).toMatch(/^\.killed\.tar\.gz\.\w+\.part$/)
    // One that another process may be writing, and what isn't ours.
    const others = ['.other.tar.gz.0123456789ab.part', '.photo.jpg.part', 'a.0123456789ab.part']
    for (const name of others) await writeFile(own.path(name), '')
    const old = Date.now() / 1_000 - 25 * 3_600
    for (const name of [left, ...others.slice(1)]) await utimes(own.path(name), old, old)
    expect(await run(source, 'backup', own.path('x.tar.gz'))).toMatchObject({ code: 0 })
    expect((await readdir(own.path('.'))).sort()).toEqual([...others, 'x.tar.gz'].sort())
    await own.remove()
  })
})

test('steward backup and restore say what they take', async () => {
  for (const words of [[], ['a', 'b'], ['a', '--frobnicate']]) {
    await expect(backupCommand.run(words)).rejects.toThrow(UsageError)
    await expect(restoreCommand.run(words)).rejects.toThrow(UsageError)
  }
  for (const words of [
    ['a', '--check', '--replace'],
    ['a', '--yes'],
  ]) {
    await expect(restoreCommand.run(words)).rejects.toThrow(UsageError)
  }
  await expect(restoreCommand.run(['/missing/file'])).rejects.toThrow('there is no such file')
})
