import { execFile } from 'node:child_process'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { openConnection } from './db/connection/connection.ts'
import { integrityFindings } from './testing/integrity.ts'
import { startLoad } from './testing/load.ts'
import { endJobs, loadFindings, makeLoadPosts, summaryOf } from './testing/load-findings.ts'
import { form, redAndBlue } from './testing/pictures.ts'
import { accountOf, findPostgresPrograms, makePostgresServer } from './testing/postgres-server.ts'
import { askServer, freePort, spawnServer, testOwner, untilReady } from './testing/process.ts'
import { atScale } from './testing/scale.ts'
import { canMakeDisks, makeSmallDisk } from './testing/small-disk.ts'

/** How often the disk is full, and how many writes are refused each time before there is room again. */
const full = atScale ? { times: 10, refusals: 60 } : { times: 1, refusals: 5 }
const clients = 4
const megabytes = 192
const command = fileURLToPath(new URL('cli/main.ts', import.meta.url))
const sentence = 'The server’s disk is full. Please tell its administrator.'

const programs = findPostgresPrograms()

/** Both at scale; else the quicker one. */
const engines = [
  ...(programs ? [{ engine: 'postgresql' as const }] : []),
  ...(atScale || !programs ? [{ engine: 'embedded' as const }] : []),
]

describe.runIf(canMakeDisks).each(engines)('a full disk under $engine', ({ engine }) => {
  const ends: (() => unknown)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })

  test('refuses writes with a sentence, lets reads go on, and loses nothing', async () => {
    const disk = await makeSmallDisk(megabytes, engine === 'postgresql' ? accountOf() : {})
    ends.push(disk.dispose)
    const dataDir = join(disk.folder, 'steward')
    await mkdir(dataDir)
    const settings: Record<string, string> = { DATA_DIR: dataDir, DEMO: '0' }
    if (engine === 'postgresql') {
      // What it writes ahead stands elsewhere: where that is full, it stops, as the restarts test it.
      const postgres = await makePostgresServer(programs ?? '', { tables: disk.folder })
      ends.push(postgres.dispose)
      await postgres.start()
      settings['DATABASE_URL'] = postgres.url
    }
    const port = String(await freePort())
    const { email, password } = testOwner
    const start = async () => {
      const own = { PORT: port, OWNER_EMAIL: email, OWNER_PASSWORD: password }
      const started = spawnServer({ ...settings, ...own })
      ends.push(() => started.stop('SIGKILL'))
      await untilReady(started)
      return started
    }
    let server = await start()
    const { token } = await askServer(server, 'POST', 'auth/admin-login', { body: testOwner })
    const beside = await openConnection(readConfig(settings), { share: true })
    const posts = await makeLoadPosts(beside.db, 4_000)
    await beside.close()

    const ask = async (method: string, path: string, payload?: string | Buffer | FormData) => {
      const type = typeof payload === 'string' ? 'application/json' : 'application/octet-stream'
      const answer = await fetch(`${server.url()}/${path}`, {
        method,
        signal: AbortSignal.timeout(30_000),
        headers: {
          authorization: `Bearer ${token}`,
          ...(payload === undefined || payload instanceof FormData ? {} : { 'content-type': type }),
        },
        ...(payload === undefined
          ? {}
          : { body: payload instanceof Buffer ? new Uint8Array(payload) : payload }),
      })
      const body = (await answer.json()) as { message: string }
      return [answer.status, answer.headers.get('retry-after'), body.message] as const
    }
    const picture = await redAndBlue().png().toBuffer()
    const upload = () =>
      ask('POST', 'api/admin/category', form({ name: `Pictured ${Math.random()}`, image: picture }))
    const importing = () =>
      ask(
        'POST',
        'api/admin/imports?area=tasks&name=tasks.csv',
        Buffer.from(`title\n${'A task\n'.repeat(50_000)}`),
      )
    const person = () =>
      ask(
        'POST',
        'api/admin/user/create',
        JSON.stringify({ name: 'Somebody', about: 'x'.repeat(4_000), email: null, type: 'member' }),
      )
    const files = async () => {
      const folders = ['uploads', 'imports'].map((name) => readdir(join(dataDir, name)))
      return (await Promise.all(folders)).flat().sort()
    }
    expect([await upload(), await importing(), await person()].map(([status]) => status)).toEqual([
      201, 201, 201,
    ])

    const writing = startLoad({ url: server.url(), token, deadlineMs: 30_000 }, clients, posts)
    ends.push(writing.stop)
    let [refused, reads] = [0, 0]
    for (let time = 0; time < full.times; time += 1) {
      await wait(400)
      await disk.fill()
      for (let refusals = 0; refusals < full.refusals; ) {
        const [status, retryAfter, message] = await person()
        if (status !== 201) {
          expect([status, retryAfter, message]).toEqual([503, '60', sentence])
          refusals += 1
          refused += 1
        }
        expect([(await ask('GET', 'api/admin/users/list'))[0], refusals]).toEqual([200, refusals])
        reads += 1
      }
      // Imports of the other clients come and go meanwhile, but nothing half written stays.
      expect(await upload()).toEqual([503, '60', sentence])
      expect(await importing()).toEqual([503, '60', sentence])
      expect((await files()).filter((name) => name.endsWith('.part'))).toEqual([])
      const path = join(disk.folder, 'steward.backup')
      const [code, said] = await runCommand(['backup', path], settings)
      expect([code, said]).toEqual([1, expect.stringMatching(/disk is full|too little room/)])
      expect((await readdir(disk.folder)).filter((name) => /backup/.test(name))).toEqual([])
      expect((await fetch(`${server.url()}/health/ready`)).status).toBe(200)
      await disk.makeRoom()
      await expect.poll(async () => (await person())[0], { timeout: 10_000 }).toBe(201)
    }
    expect((await upload())[0]).toBe(201)
    if (engine === 'embedded') {
      // Some of what the engine writes it can't do without: then it ends, and its server with it.
      await disk.fill()
      const asking = await openConnection(readConfig(settings), { share: true })
      await expect(sql`checkpoint`.execute(asking.db)).rejects.toThrow()
      await asking.close()
      expect([await server.ended, server.err()]).toEqual([
        1,
        expect.stringContaining('No space left on device'),
      ])
      await disk.makeRoom()
      server = await start()
    }
    await writing.stop()
    await endJobs(server, token)
    expect(server.child.exitCode).toBe(null)
    expect(await server.stop()).toBe(0)

    const { figures } = writing
    console.info(
      `${engine}: full ${full.times} times, ${refused} writes of its own refused, ${reads} reads; ${summaryOf(writing)}`,
    )
    const statuses = Object.keys(figures.statuses).filter((status) => status !== '409')
    // 0 is a connection that broke, as where a server ends.
    // 429 is a file that comes while another one is still being kept.
    expect(statuses.filter((status) => !['0', '429'].includes(status)).sort()).toEqual([
      '200',
      '201',
      '503',
    ])
    if (engine === 'postgresql') expect(statuses).not.toContain('0')
    expect([figures.hung, figures.withoutRetryAfter]).toEqual([0, 0])
    const after = await openConnection(readConfig(settings))
    try {
      expect(await loadFindings(after.db, writing)).toEqual([])
      expect(await integrityFindings(after.db)).toEqual([])
    } finally {
      await after.close()
    }
  }, 600_000)
})

/** Runs the command line. @returns its exit code, and what it said */
function runCommand(words: string[], settings: Record<string, string>): Promise<[number, string]> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, ...settings }
  return new Promise((done) => {
    const child = execFile(process.execPath, [command, ...words], { env }, (_error, out, err) =>
      done([child.exitCode ?? -1, out + err]),
    )
  })
}
