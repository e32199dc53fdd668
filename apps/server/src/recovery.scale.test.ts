import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { type Db, openConnection } from './db/connection/connection.ts'
import { blocksOf } from './testing/doc-blocks.ts'
import { integrityFindings } from './testing/integrity.ts'
import { makeLoadPosts } from './testing/load-findings.ts'
import { accountOf, findPostgresPrograms } from './testing/postgres-server.ts'
import {
  askServer,
  freePort,
  type ServerProcess,
  spawnServer,
  testOwner,
  untilReady,
} from './testing/process.ts'
import { atScale } from './testing/scale.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const programs = findPostgresPrograms() ?? ''
const hasPgBackRest = (process.env['PATH'] ?? '')
  .split(delimiter)
  .some((folder) => existsSync(join(folder, 'pgbackrest')))
const rows = atScale ? 100_000 : 200

describe.runIf(programs && hasPgBackRest)('docs/recovery.md, command by command', () => {
  let folder = ''
  let doc: ReturnType<typeof blocksOf>
  let ports = { main: 0, recovered: 0, steward: 0 }
  let env: NodeJS.ProcessEnv
  let server: ServerProcess
  let token = ''
  const ends: (() => unknown)[] = []
  const secretKey = 'a key of the recovery test, long enough'

  /** Runs commands of the page: those of Steward in its folder, all others as the account of PostgreSQL. */
  const sh = async (commands: string): Promise<string> => {
    const isSteward = commands.includes('npm run')
    const { stdout } = await promisify(execFile)('sh', ['-ec', commands], {
      ...(isSteward ? {} : accountOf()),
      cwd: isSteward ? root : folder,
      env: isSteward ? { ...env, SECRET_KEY: secretKey } : env,
    }).catch((error) => {
      throw new Error(`${commands}\n${error.stdout}${error.stderr}`)
    })
    return stdout
  }
  const databaseUrl = (port: number) => `postgres://steward@127.0.0.1:${port}/steward`
  const start = async (settings: Record<string, string>) => {
    const started = spawnServer({
      OWNER_EMAIL: testOwner.email,
      OWNER_PASSWORD: testOwner.password,
      SECRET_KEY: secretKey,
      ...settings,
    })
    ends.push(() => started.stop('SIGKILL'))
    await untilReady(started)
    return started
  }
  const startMain = async () =>
    start({
      DATABASE_URL: databaseUrl(ports.main),
      DATA_DIR: join(folder, 'steward'),
      PORT: String(await freePort()),
    })
  const startSecond = () => {
    const line = doc.take('Look at it', 'sh')
    const settings = [...line.matchAll(/([A-Z_]+)=(\S*)/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ])
    return start(Object.fromEntries(settings))
  }
  /** Does something with the database on a port. */
  const withDb = async <T>(port: number, work: (db: Db) => Promise<T>) => {
    const config = readConfig({
      DATABASE_URL: databaseUrl(port),
      DATA_DIR: join(folder, 'steward'),
    })
    const connection = await openConnection(config)
    try {
      return await work(connection.db)
    } finally {
      await connection.close()
    }
  }
  const signIn = async (to: ServerProcess) =>
    (await askServer(to, 'POST', 'auth/admin-login', { body: testOwner })).token as string
  const category = (name: string) =>
    askServer(server, 'POST', 'admin/category', { token, body: { name } })
  const list = async (of: ServerProcess, by: string, path: string) => {
    const data = await askServer(of, 'GET', `admin/${path}`, { token: by })
    return (Object.values(data).find(Array.isArray) ?? data) as { _id: string; name?: string }[]
  }
  const made = async (of: ServerProcess, by: string) =>
    (await list(of, by, 'categories?sort=createdAt')).flatMap(({ name }) =>
      ['Before', 'Between', 'After'].includes(name ?? '') ? [name] : [],
    )
  const trash = async (of: ServerProcess, by: string) =>
    (await list(of, by, 'post-feed?deleted=only&limit=100')).map(({ _id }) => _id)
  const byJob = async (action: 'delete' | 'purge', ids: readonly string[]) => {
    const body = { area: 'posts', action, ids }
    const { _id } = await askServer(server, 'POST', 'admin/jobs', { token, body })
    await expect
      .poll(async () => (await askServer(server, 'GET', `admin/jobs/${_id}`, { token })).status)
      .toBe('done')
  }
  const head = async (port: number, expected = '') => {
    const option = expected && `--expect ${expected}`
    const out = await sh(
      `DATABASE_URL=${databaseUrl(port)} npm run steward -- audit verify ${option}`,
    )
    expect(out).toContain('The audit log is intact')
    return /Head: (\w+)/.exec(out)?.[1] ?? ''
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steward-recovery-'))
    ends.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
    ports = { main: await freePort(), recovered: await freePort(), steward: await freePort() }
    const main = join(folder, 'main')
    const control = `${join(programs, 'pg_ctl')} -D ${main} -l ${main}.log -m fast`
    const text = Object.entries({
      'pg_ctlcluster 15 main': control,
      '/var/lib/postgresql/15': folder,
      '/etc/postgresql/15': folder,
      '/usr/lib/postgresql/15/bin': programs,
      '/var/lib/pgbackrest': join(folder, 'repository'),
      '/var/lib/steward-recovered': join(folder, 'steward-recovered'),
      '/tmp/record.copy': join(folder, 'record.copy'),
      'change-me': 'a passphrase of a test',
      '5432': String(ports.main),
      '5433': String(ports.recovered),
      '4001': String(ports.steward),
    }).reduce(
      (all, [words, here]) => all.replaceAll(words, here),
      await readFile(join(root, 'docs/recovery.md'), 'utf8'),
    )
    doc = blocksOf(text)
    const account = accountOf()
    for (const name of ['.', 'repository', 'log', 'lock', 'sockets']) {
      const path = join(folder, name)
      await mkdir(path, { recursive: true })
      if (account.uid !== undefined) await chown(path, account.uid, account.gid ?? account.uid)
    }
    env = {
      PATH: [programs, process.env['PATH']].join(delimiter),
      HOME: process.env['HOME'],
      PGHOST: join(folder, 'sockets'),
      PGBACKREST_CONFIG: join(folder, 'pgbackrest.conf'),
      PGBACKREST_LOG_PATH: join(folder, 'log'),
      PGBACKREST_LOCK_PATH: join(folder, 'lock'),
    }
    await sh(`initdb -D ${main} -A trust -E UTF8 --locale=C -N`)
    const archiving = doc.take('Set-up', 'ini')
    const configuration = doc.take('Set-up', 'ini')
    doc.take('Set-up', 'ini') // The repository in S3-compatible storage, which this machine may have none of.
    const here = `port = ${ports.main}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${env['PGHOST']}'\n`
    await appendFile(join(main, 'postgresql.conf'), archiving + here)
    await writeFile(env['PGBACKREST_CONFIG'] ?? '', configuration)
    await sh(`${control} start`)
    ends.push(() => sh(`${control} stop`))
    await sh(
      `psql -p ${ports.main} -d postgres -c 'create role steward login' -c 'create database steward owner steward'`,
    )
    server = await startMain()
    token = await signIn(server)
    await sh(
      `DATABASE_URL=${databaseUrl(ports.main)} npm run steward -- seed --users ${rows} --posts ${rows}`,
    )
    await sh(doc.take('Set-up', 'sh'))
  })
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
  })

  let single = ''
  let deleted: string[] = []
  let startCopy = ''
  let target = ''
  let xid = ''

  test('the moment just before a purge comes back in a copy beside', async () => {
    const posts = await withDb(ports.main, (db) => makeLoadPosts(db, 20))
    single = posts[0] ?? ''
    await category('Before')
    await byJob('delete', posts)
    deleted = await trash(server, token)
    expect(deleted).toEqual(expect.arrayContaining(posts))
    const before = await head(ports.main)
    await byJob('purge', posts.slice(1))
    await category('Between')
    await askServer(server, 'DELETE', `admin/post-feed/${single}/purge`, { token })
    await category('After')
    const after = await head(ports.main)
    const daily = doc.take('Set-up', 'crontab').trim().split('\n').at(-1)
    await sh(daily?.split(' postgres ')[1] ?? '')
    expect(await sh(doc.take('Watch', 'sh'))).toMatch(/"stop":\d+/)

    const found = (await sh(doc.take('Find the moment', 'sh'))).split('\n')
    const entries = found.filter((line) => line.includes(' | posts '))
    expect(entries).toHaveLength(posts.length)
    target = cell(entries.at(-1), 0)
    xid = cell(entries[0], 1)

    const recover = withValue(
      'TARGET',
      target,
      doc.take('Recover beside the running database', 'sh'),
    )
    await sh(recover)
    startCopy = recover.split('\n').slice(-3).join('\n')
    const [jobs = '', cancel = '', verify = ''] = doc.take('Look at it', 'sh').split('\n')
    await sh(cancel.replace('JOB', idIn(await sh(jobs))))
    expect(await sh(verify)).toContain('The audit log is intact')
    await head(ports.recovered, before)
    await expect(head(ports.recovered, after)).rejects.toThrow('its end is cut off')
    const second = await startSecond()
    const by = await signIn(second)
    expect(await trash(second, by)).toEqual(deleted)
    expect(await made(second, by)).toEqual(['Before'])
    await second.stop()
    expect(await withDb(ports.recovered, integrityFindings)).toEqual([])
  }, 900_000)

  test('one record is taken back from a copy of the moment before its transaction', async () => {
    const takeBack = doc.take('Take single records back', 'sh')
    await sh(doc.take('Take single records back', 'sh'))
    const restore = doc.take('Recover beside the running database', 'sh')
    const [, set = ''] =
      /full backup: (\S+)/.exec(await sh('pgbackrest --stanza=steward info')) ?? []
    await sh(`install -d -m 700 ${join(folder, 'recovered')}`)
    await sh(withValue('XID', xid, withValue('SET', set, restore)))
    await sh(startCopy)
    await sh(withValue('RECORD', single, takeBack))
    expect(await trash(server, token)).toContain(single)
    await askServer(server, 'PUT', `admin/post-feed/${single}/restore`, { token })
    expect((await askServer(server, 'GET', `admin/post-feed/${single}`, { token }))._id).toBe(
      single,
    )
    expect(await made(server, token)).toEqual(['Before', 'Between', 'After'])
    expect(await withDb(ports.main, integrityFindings)).toEqual([])
  }, 900_000)

  test('the copy takes the place of the database, and is archived in its turn', async () => {
    await server.stop()
    await sh(`export TARGET='${target}'\n${doc.take('Go back wholly', 'sh')}`)
    await sh(doc.take('Go back wholly', 'sh'))
    server = await startMain()
    await expect(made(server, token)).rejects.toThrow('401')
    token = await signIn(server)
    expect(await made(server, token)).toEqual(['Before', 'Between'])
    expect(await trash(server, token)).toContain(single)
    await category('After')
    expect(await withDb(ports.main, integrityFindings)).toEqual([])
    expect(doc.left()).toEqual([])
  }, 900_000)
})

const cell = (line = '', column: number) => line.split('|')[column]?.trim() ?? ''

const idIn = (text: string) => /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(text)?.[0] ?? ''

/** Puts a value where a command has an example. */
const withValue = (name: string, value: string, commands: string) =>
  commands.replace(new RegExp(`(?<=${name}=)('[^']*'|\\S+)`), `'${value}'`)
