import { once } from 'node:events'
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { createDatabase, engines } from './testing/database.ts'
import { freePort, type ServerProcess, spawnServer, untilReady } from './testing/process.ts'
import { openRaw } from './testing/sockets.ts'

const folders: string[] = []
const servers: ServerProcess[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop('SIGKILL')
  for (const folder of folders.splice(0)) {
    await chmod(folder, 0o700)
    await rm(folder, { recursive: true, force: true })
  }
})

async function emptyDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-start-'))
  folders.push(folder)
  return folder
}

async function dataDir(): Promise<string> {
  const folder = await emptyDir()
  await cp(join(inject('template'), 'database'), join(folder, 'database'), { recursive: true })
  return folder
}

async function start(settings: Record<string, string>, user?: number): Promise<ServerProcess> {
  const server = spawnServer({ PORT: String(await freePort()), ...settings }, user)
  servers.push(server)
  return server
}

async function refusal(settings: Record<string, string>, user?: number): Promise<string> {
  const server = await start(settings, user)
  const code = await server.ended
  expect(code, server.out() + server.err()).toBe(1)
  expect(server.err()).not.toMatch(/\n\s+at /)
  return server.err()
}

describe('a start that cannot be', () => {
  it('names the setting', async () => {
    expect(await refusal({ PORT: '99999' })).toBe(
      'The setting PORT must be a port number from 0 to 65535.\n',
    )
  })

  it('class: a weak password for the owner', async () => {
    const folder = await dataDir()
    const said = await refusal({
      DATA_DIR: join(folder, 'new'),
      OWNER_EMAIL: 'me@example.com',
      OWNER_PASSWORD: 'password123',
    })
    expect(said).toBe('The setting OWNER_PASSWORD is one of the most common passwords.\n')
    expect(await readdir(folder)).not.toContain('new')
  })

  it('says that a port is in use', async () => {
    const blocker = createServer()
    await new Promise<void>((done) => blocker.listen(0, '127.0.0.1', done))
    const { port } = blocker.address() as { port: number }
    // A busy machine would have warnings.
    const settings = { LOG_LEVEL: 'error', PORT: String(port), DATA_DIR: await dataDir() }
    expect(await refusal(settings)).toBe(
      `Port ${port} on 127.0.0.1 is in use. Stop what uses it, or set PORT to another port.\n`,
    )
    await new Promise((done) => blocker.close(done))
  })

  it('says that the data directory cannot be written', async () => {
    const folder = await dataDir()
    const file = join(folder, 'a-file')
    await writeFile(file, '')
    const said = await refusal({ DATA_DIR: join(file, 'data') })
    expect(said).toContain('can’t be written'.replace('’', "'"))
    expect(said).toContain('DATA_DIR')
  })

  it.runIf(process.getuid?.() === 0)(
    'class: a volume, or a folder in it, that belongs to root while the server doesn’t run as root',
    async () => {
      const above = await emptyDir()
      await chmod(above, 0o755)
      const folder = join(above, 'data')
      expect(await refusal({ DATA_DIR: folder }, 1000)).toBe(
        `The data directory ${folder} can't be made by the user 1000 in ${above}: make it as root (mkdir -p ${folder} && chown 1000:1000 ${folder}), or set DATA_DIR to another directory.\n`,
      )
      await mkdir(folder)
      const belongs = (path: string) =>
        `${path} belongs to the user 0, and Steward runs as the user 1000, who can't use it: run chown -R 1000:1000 ${path} as root (for a container, on its volume), or set DATA_DIR to another directory.\n`
      expect(await refusal({ DATA_DIR: folder }, 1000)).toBe(belongs(folder))
      await chown(folder, 1000, 1000)
      const inside = join(folder, 'uploads')
      await mkdir(inside, { mode: 0o755 })
      expect(await refusal({ DATA_DIR: folder }, 1000)).toBe(belongs(inside))
      await chmod(inside, 0o500)
      await chown(inside, 1000, 1000)
      expect(await refusal({ DATA_DIR: folder }, 1000)).toBe(
        `${inside} can't be used by the user 1000, whom it belongs to: run chmod -R u+rwX ${inside}.\n`,
      )
    },
  )

  it('says that a database cannot be reached, without its password', async () => {
    const said = await refusal({
      DATABASE_URL: 'postgres://someone:s3cret-word@127.0.0.1:1/none',
      DATA_DIR: await dataDir(),
    })
    expect(said).toContain("The database of DATABASE_URL can't be reached")
    expect(said).not.toContain('s3cret-word')
    // It is waited for.
  }, 90_000)
})

describe('two starts at the same moment', () => {
  it('open a data directory once', async () => {
    const folder = await dataDir()
    const both = [await start({ DATA_DIR: folder }), await start({ DATA_DIR: folder })]
    const results = await Promise.allSettled(both.map(untilReady))
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it.runIf(engines.includes('postgresql'))('share a PostgreSQL database', async () => {
    const database = await createDatabase()
    const settings = {
      DATABASE_URL: database.url,
      OWNER_EMAIL: 'owner@example.com',
      OWNER_PASSWORD: 'a long enough one',
      SECRET_KEY: 'one secret key for every one of the servers',
    }
    const all = await Promise.all(
      [1, 2].map(async () => await start({ ...settings, DATA_DIR: await emptyDir() })),
    )
    await Promise.all(all.map(untilReady))
    for (const server of all) {
      const { status } = await fetch(`${server.url()}/api/auth/admin-login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'owner@example.com', password: 'a long enough one' }),
      })
      expect(status).toBe(200)
    }
    const folder = await emptyDir()
    const said = await refusal({ ...settings, SECRET_KEY: '', DATA_DIR: folder })
    expect(said).toContain('are encrypted with another key than that of')
    expect(await readdir(folder)).not.toContain('secret.key')
    for (const server of all) await server.stop()
    await database.drop()
  })
})

describe('a running server', () => {
  it('prints a generated password once, not to the log, and opens again after it was killed', async () => {
    const folder = await dataDir()
    const settings = { DATA_DIR: folder, OWNER_EMAIL: 'me@example.com' }
    const first = await start({ ...settings, LOG_LEVEL: 'trace' })
    await untilReady(first)
    const password = /Password\s+(\S+)/.exec(first.out())?.[1] ?? ''
    expect(password).toMatch(/^(\w{4}-){3}\w{4}$/)
    const answer = await fetch(`${first.url()}/api/auth/admin-login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'me@example.com', password }),
    })
    const { data } = (await answer.json()) as { data: { token: string } }
    expect(answer.status).toBe(200)
    // The log is written a moment later.
    await expect.poll(() => first.err()).toContain('admin-login')
    await first.stop('SIGKILL')
    expect(first.err()).not.toContain(password)
    expect(first.err()).not.toContain(data.token)
    const second = await start(settings)
    await untilReady(second)
    expect(second.out()).not.toContain('Password')
    expect((await fetch(`${second.url()}/health/ready`)).status).toBe(200)
  })

  describe('on one folder', () => {
    let folder: string
    let server: ServerProcess
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'steward-start-'))
      await cp(join(inject('template'), 'database'), join(folder, 'database'), { recursive: true })
      // What `node --watch` sets: every thread then tells of the files it reads.
      const watched = { DATA_DIR: folder, WATCH_REPORT_DEPENDENCIES: '1', LOG_LEVEL: 'info' }
      // What is set already wins.
      const settings = { ...watched, MALLOC_ARENA_MAX: '3' }
      server = spawnServer({ PORT: String(await freePort()), ...settings })
      await untilReady(server)
    })
    afterAll(async () => {
      await server.stop('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    })

    it('starts under a Node that watches its files', async () => {
      expect((await fetch(`${server.url()}/health/ready`)).status).toBe(200)
    })

    it.runIf(process.platform === 'linux')(
      'class: a start without npm, which took 372 MiB under load: has the same process say what bounds memory',
      async () => {
        const of = async (name: string) =>
          await readFile(`/proc/${server.child.pid}/${name}`, 'utf8')
        expect((await of('cmdline')).split('\0')).toContain('--max-semi-space-size=8')
        const environment = (await of('environ')).split('\0')
        expect(environment).toEqual(
          expect.arrayContaining(['MALLOC_ARENA_MAX=3', 'MALLOC_MMAP_THRESHOLD_=262144']),
        )
      },
    )

    it('keeps the folder from another process', async () => {
      const said = await refusal({ DATA_DIR: folder })
      expect(said).toContain('is open in another process')
      expect((await fetch(`${server.url()}/health/ready`)).status).toBe(200)
    })

    it('answers broken HTTP with a failure of the contract', async () => {
      const { closed } = openRaw(Number(new URL(server.url()).port), 'NONSENSE\r\n\r\n')
      const said = await closed
      expect(said).toMatch(/^HTTP\/1\.1 400/)
      expect(said).toContain('"code":"malformed"')
    })

    it('class: slow body at a stop, the process ends within 8 seconds, and leaves no lock and no socket', async () => {
      const { port } = new URL(server.url())
      const head =
        'POST /api/auth/admin-login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json'
      const { socket, closed } = openRaw(Number(port), `${head}\r\nContent-Length: 500\r\n\r\n{`)
      await once(socket, 'ready')
      await (await fetch(`${server.url()}/health/live`)).text()
      // After 8 seconds it would end with 1.
      expect(await server.stop('SIGTERM')).toBe(0)
      expect(await closed).toMatch(/^HTTP\/1\.1 408 /)
      expect(await readdir(join(folder, 'run'))).toEqual([])
    })
  })
})
