import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Ended, runCommand } from '../testing/command-line.ts'
import { oneEngine, openTestDatabase, type TestDatabase } from '../testing/database.ts'

const root = process.cwd()
const main = fileURLToPath(new URL('./main.ts', import.meta.url))

// The database stays open here meanwhile, as it does in a running server.
describe.each(oneEngine)('the command line on %s', (engine) => {
  let test: TestDatabase
  let folder: string
  beforeAll(async () => {
    test = await openTestDatabase(engine)
    folder = await mkdtemp(join(tmpdir(), 'steward-cli-'))
    process.chdir(folder)
  })
  afterAll(async () => {
    process.chdir(root)
    await test.dispose()
    await rm(folder, { recursive: true, force: true })
  })

  const start = (...words: string[]): ChildProcess =>
    spawn(process.execPath, [main, ...words], {
      cwd: folder,
      env: {
        ...process.env,
        DATA_DIR: test.config.dataDir,
        DATABASE_URL: test.config.databaseUrl ?? '',
        DATABASE_POOLER: test.config.databasePooler ?? '',
      },
    })
  const ended = (child: ChildProcess) =>
    new Promise<Omit<Ended, 'code'> & { code: number | null }>((done) => {
      let out = ''
      let err = ''
      child.stdout?.on('data', (data) => {
        out += data
      })
      child.stderr?.on('data', (data) => {
        err += data
      })
      child.on('close', (code) => done({ code, out, err }))
    })
  const run = (...words: string[]) => runCommand(test.config, words)
  const tasks = async () => {
    const { n } = await test.connection.db
      .selectFrom('tasks')
      .select((e) => e.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return n
  }

  it('explains itself', async () => {
    expect(await run('help')).toMatchObject({ code: 0, out: expect.stringContaining('import') })
    expect(await run('import', '--help')).toMatchObject({
      code: 0,
      out: expect.stringContaining('--map'),
    })
    // As a process of its own, it ends with that code.
    expect(await ended(start('imprt'))).toMatchObject({
      code: 2,
      err: expect.stringContaining('did you mean "import"?'),
    })
    expect(await run('import', 'tasks')).toMatchObject({ code: 2 })
    expect(await run('import', 'tasks', 'x.csv', '--frobnicate')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--frobnicate'),
    })
    const missing = await run('import', 'tasks', 'missing.csv')
    expect(missing).toMatchObject({
      code: 1,
      err: "missing.csv can't be read: there is no such file.\n",
    })
  })

  it('reports the bad rows of a file and brings in the rest', async () => {
    await writeFile(join(folder, 'some.csv'), 'title,dueAt\nOne,2024-01-01\n"Two, too",soon\n')
    const first = await run('import', 'tasks', 'some.csv')
    expect(first).toMatchObject({
      code: 3,
      out: expect.stringContaining('1 added, 0 already there, 1 bad'),
    })
    expect(await readFile(join(folder, 'some.csv.report.csv'), 'utf8')).toBe(
      '\ufeffline,field,reason,row\n3,dueAt,"""soon"" is no time that reads by itself; say how it is written with --date-format","""Two, too"",soon"\n',
    )
    const dry = await run('import', 'tasks', 'some.csv', '--map', 'dueAt=', '--dry-run')
    expect(dry).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 would be added, 1 already there'),
    })
    expect(await tasks()).toBe(1)
    expect(await run('import', 'tasks', 'some.csv', '--report', 'some.csv')).toMatchObject({
      code: 1,
    })
  })

  it('keeps two sources apart, tells of conflicts with both sides, and asks about dates', async () => {
    const by = ['--id', 'id'] as const
    await writeFile(join(folder, 'one.csv'), 'id,title,dueAt\n1,Call Ann,2024-01-01\n')
    await writeFile(join(folder, 'two.csv'), 'id,title,dueAt\n1,Call Ben,03/04/2024\n')
    expect(await run('import', 'tasks', 'one.csv', ...by, '--source', 'Ann')).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 added'),
    })
    const open = await run('import', 'tasks', 'two.csv', ...by, '--source', 'ann')
    expect(open.code).toBe(1)
    expect(open.err).toContain(
      'line 2: 03/04/2024 is 2024-04-03 with the day first, 2024-03-04 with the month first',
    )
    const day = [...by, '--date-order', 'day'] as const
    const conflict = await run('import', 'tasks', 'two.csv', ...day, '--source', 'ann')
    expect(conflict).toMatchObject({
      code: 3,
      out: expect.stringContaining('0 added, 0 already there, 1 in conflict and kept as they are'),
    })
    expect(conflict.out).toContain('title: "Call Ann" here, "Call Ben" in the file')
    const other = await run('import', 'tasks', 'two.csv', ...day)
    expect(other).toMatchObject({ code: 0, out: expect.stringContaining('1 added') })
    expect(other.out).toContain('known from the source "ann" too')
    const over = [...day, '--source', 'ann', '--on-conflict', 'overwrite'] as const
    expect(await run('import', 'tasks', 'two.csv', ...over)).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 overwritten'),
    })
  })

  it('survives being killed', async () => {
    const rows = Array.from({ length: 6_000 }, (_, i) => `Task ${i % 4500},t${i}`)
    await writeFile(join(folder, 'many.csv'), `title,description\n${rows.join('\n')}\n`)
    const before = await tasks()
    const child = start('import', 'tasks', 'many.csv')
    const killed = new Promise((done) => child.on('close', done))
    while ((await tasks()) === before) await new Promise((done) => setTimeout(done, 20))
    child.kill('SIGKILL')
    await killed
    expect(await run('import', 'tasks', 'many.csv')).toMatchObject({ code: 0 })
    expect(await tasks()).toBe(before + 6_000)
    expect(await run('import', 'tasks', 'many.csv')).toMatchObject({
      code: 0,
      out: expect.stringContaining('0 added, 6,000 already there'),
    })
  })
})
