import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test as base, expect, type Page } from '@playwright/test'
import { type Permission, permissionModules } from '@steward/contract/permissions/permissions'
import { type Db, openConnection } from '../../apps/server/src/db/connection/connection.ts'
import { createAdmin, createRole } from '../../apps/server/src/testing/factories.ts'
import { t } from './messages.ts'
import { makeDatabase } from './postgres.ts'
import { startRoundRobin } from './round-robin.ts'

/** The root of the repository. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

/** Somebody who can sign in. */
export interface Credentials {
  email: string
  password: string
}

/** A running server with the demonstration community, and how to reach its data. */
export interface Server {
  url: string
  owner: Credentials
  /** What it said when it was started. */
  greeting: string
  /** The settings that name its data, for the command line. */
  settings: Record<string, string>
  /** Stops it, and starts it again at the same address on the same data. */
  restart(between?: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

/** What every process here is started with: Node's cache of compiled code spares half of a start. */
const environment = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: join(root, '.cache', 'node'),
}

/** Names a data directory whose database has its schema and nothing in it, made once for all tests. */
export const schemaSetting = 'STEWARD_E2E_SCHEMA'

/** Who a server of the tests is set up with. */
export const owner: Credentials = { email: 'owner@example.com', password: 'only for the tests' }

/** A port that nobody listens at now. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done))
  const { port } = probe.address() as { port: number }
  await new Promise((done) => probe.close(done))
  return port
}

/** Ports of servers that have stopped: the next at the same address finds what windows have in their caches. */
const usedPorts: number[] = []

/** How many servers stand behind one address, if there is a PostgreSQL for them: `STEWARD_INSTANCES=2`. */
const instances = Number(process.env['STEWARD_INSTANCES'] ?? 1)

/**
 * Starts a server as a process of its own on a data directory of its own; or several, on one database
 * and one data directory, behind a proxy that gives each request to the next of them.
 * @param settings beside the usual ones, such as a DATABASE_URL
 */
export async function startServer(settings: Record<string, string> = {}): Promise<Server> {
  const own = instances > 1 && !settings['DATABASE_URL'] ? await makeDatabase() : null
  const databaseUrl = settings['DATABASE_URL'] ?? own?.settings.DATABASE_URL
  const dataDir = await mkdtemp(join(tmpdir(), 'steward-e2e-'))
  const schema = process.env[schemaSetting]
  if (schema && !databaseUrl) await cp(schema, dataDir, { recursive: true })
  const port = usedPorts.pop() ?? (await freePort())
  const all: Record<string, string> = {
    DATA_DIR: dataDir,
    DEMO: '1',
    OWNER_EMAIL: owner.email,
    OWNER_PASSWORD: owner.password,
    LOG_LEVEL: 'warn',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...settings,
  }
  const begin = () => (databaseUrl && instances > 1 ? startSeveral(all, port) : startOne(all, port))
  let started = await begin()
  return {
    greeting: started.greeting,
    url: `http://127.0.0.1:${port}`,
    owner,
    settings: all,
    restart: async (between) => {
      await started.stop()
      await between?.()
      started = await begin()
    },
    stop: async () => {
      await started.stop()
      usedPorts.push(port)
      await own?.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

interface Started {
  greeting: string
  stop(): Promise<void>
}

async function startOne(settings: Record<string, string>, port: number): Promise<Started> {
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: root,
    env: { ...environment, PORT: String(port), ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return {
    greeting: await untilReady(child),
    stop: async () => {
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function startSeveral(settings: Record<string, string>, port: number): Promise<Started> {
  const url = `http://127.0.0.1:${port}`
  const behind = { PUBLIC_URL: url, TRUST_PROXY: '1', ...settings }
  const ports: number[] = []
  const servers: Started[] = []
  // One after the other: the first makes what a first start makes.
  for (let n = 0; n < instances; n += 1) {
    const own = await freePort()
    ports.push(own)
    servers.push(await startOne(behind, own))
  }
  const proxy = await startRoundRobin(port, ports)
  return {
    greeting: servers[0]?.greeting ?? '',
    stop: async () => {
      await proxy.close()
      for (const server of servers) await server.stop()
      const counts = [...proxy.counts].sort((a, b) => a - b)
      // Each of them had its share, or this says nothing.
      if ((counts.at(-1) ?? 0) - (counts[0] ?? 0) > 1) throw new Error(`requests: ${counts}`)
    },
  }
}

/** Waits for the end of what a server says at its start. */
function untilReady(child: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    let said = ''
    child.stdout?.on('data', (text) => {
      said += text
      if (/is ready at[\s\S]*\n\n$/.test(said)) done(said)
    })
    child.once('exit', () => fail(new Error(`the server ended: ${said}`)))
  })
}

/** Runs the command line on a server's data and returns what it says. */
export function runSteward(server: Server, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, ['apps/server/src/cli/main.ts', ...args], {
    cwd: root,
    env: { ...environment, ...server.settings },
  })
  let said = ''
  const collect = (text: Buffer) => {
    said += text
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  return new Promise((done, fail) => {
    child.once('exit', (code) =>
      code === 0
        ? done(said)
        : fail(new Error(`steward ${args.join(' ')} ended with ${code}: ${said}`)),
    )
  })
}

/** Works on a server's data beside it. */
export async function withData<T>(server: Server, work: (db: Db) => Promise<T>): Promise<T> {
  const connection = await openConnection(
    { dataDir: server.settings['DATA_DIR'] ?? '', databaseUrl: server.settings['DATABASE_URL'] },
    { share: true },
  )
  try {
    return await work(connection.db)
  } finally {
    await connection.close()
  }
}

/** Makes an admin whose role permits exactly this. */
export function makeStaff(
  server: Server,
  permissions: readonly Permission[],
): Promise<Credentials> {
  return withData(server, async (db) => {
    const name = `Staff ${Date.now()}`
    const modules = permissionModules((each) =>
      permissions.some(
        ({ module, submodule, action }) =>
          module === each.module && submodule === each.submodule && action === each.action,
      ),
    )
    const roleId = await createRole(db, modules, name)
    return await createAdmin(db, roleId, { name, email: `staff-${Date.now()}@example.com` })
  })
}

/** Signs in on the sign-in page and waits for what comes after it. */
export async function signIn(page: Page, server: Server, who: Credentials = owner): Promise<void> {
  await page.goto(`${server.url}/`)
  await page.getByLabel(t('E-mail')).fill(who.email)
  await page.getByLabel(t('Password'), { exact: true }).fill(who.password)
  await page.getByRole('button', { name: t('Sign in'), exact: true }).click()
  await expect(page.getByRole('navigation').first()).toBeVisible()
}

/** Prints what a page showed when its test failed: all there is to go by for a failure on another machine. */
async function printPage(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  const shown = (await dialog.count()) > 0 ? dialog.last() : page.locator('body')
  const snapshot = await shown.ariaSnapshot({ timeout: 5_000 }).catch(String)
  const focused = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200))
  console.log(`${page.url()}\nfocused: ${focused}\n${snapshot.slice(0, 4_000)}`)
}

/** Playwright's test with a server for all tests of a worker. */
export const test = base.extend<object, { server: Server }>({
  page: async ({ page }, use, { errors }) => {
    // A window that another test opened may have the focus still.
    await page.bringToFront()
    await use(page)
    // A page that has crashed shows nothing, which must not hide why the test failed.
    if (errors.length > 0) await printPage(page).catch(() => {})
  },
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
    async ({}, use) => {
      const server = await startServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

export { expect }
