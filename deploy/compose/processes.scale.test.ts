import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  freePort,
  type ServerProcess,
  spawnServer,
  testOwner,
  untilReady,
} from '../../apps/server/src/testing/process.ts'
import { atScale } from '../../apps/server/src/testing/scale.ts'
import { Composed, canCompose, queryOnce } from '../testing/composed.ts'
import type { OverTls } from '../testing/over-tls.ts'
import { runProgram, startProgram, until } from '../testing/programs.ts'

const pathOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const backUpScript = pathOf('deploy/image/back-up.mjs')
const cli = pathOf('apps/server/src/cli/main.ts')

describe.runIf(atScale && canCompose)('the processes of the compose files', () => {
  let composed: Composed
  const servers: ServerProcess[] = []
  beforeEach(async () => {
    composed = await Composed.make()
  })
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop('SIGKILL')
    await composed.dispose()
  })

  const startSteward = async (name: string, port: number, database: Record<string, string>) => {
    const server = spawnServer({
      PUBLIC_URL: 'https://localhost',
      TRUST_PROXY: '1',
      PORT: String(port),
      DATA_DIR: join(composed.folder, name),
      ...database,
      SECRET_KEY_FILE: composed.secretFile('secret-key'),
      OWNER_EMAIL: testOwner.email,
      OWNER_PASSWORD: testOwner.password,
    })
    servers.push(server)
    await untilReady(server)
    return server
  }
  /** The address in a secret, as it is on this machine. */
  const addressOf = (secret: string, host: string, port: number) =>
    composed.secret(secret).replace(host, `127.0.0.1:${port}`)
  /** The setting of an address, in a file as the compose files have it. */
  const fileOf = (setting: string, ...[secret, host, port]: Parameters<typeof addressOf>) => {
    const file = join(composed.folder, `${setting}-here`)
    writeFileSync(file, addressOf(secret, host, port), { mode: 0o600 })
    return { [`${setting}_FILE`]: file }
  }
  const direct = (setting: string, port: number) =>
    fileOf(setting, 'database-url', 'postgres:5432', port)

  test('serve one machine over TLS, also while a new version takes over', async () => {
    const database = await composed.startPrimary(['init-database.sh'], [])
    const port = await freePort()
    const settings = direct('DATABASE_URL', database)
    const old = await startSteward('data', port, settings)
    const names = { 'steward:4000': `127.0.0.1:${port}` }
    const { ask, firstOf } = await composed.startCaddy('one-machine/Caddyfile', names)
    const token = await signIn(ask)
    // A stream comes as it is written.
    expect(await firstOf('/api/admin/live', token)).not.toBe('')
    expect(await old.stop()).toBe(0)
    const waiting = ask('GET', '/api/admin/users/list', { token })
    await startSteward('data', port, settings)
    expect((await waiting).status).toBe(200)
    const url = addressOf('database-url', 'postgres:5432', database)
    expect(await queryOnce(url, 'select rolsuper from pg_roles where rolname = user')).toBe(false)
  }, 240_000)

  test('back up into a folder, which tells when it is late', async () => {
    const database = await composed.startPrimary(['init-database.sh'], [])
    await startSteward('data', await freePort(), direct('DATABASE_URL', database))
    const backups = join(composed.folder, 'backups')
    mkdirSync(backups)
    const env = {
      PATH: process.env['PATH'],
      DATA_DIR: join(composed.folder, 'data'),
      DATABASE_URL: addressOf('database-url', 'postgres:5432', database),
      SECRET_KEY: composed.secret('secret-key'),
    }
    const backUp = (...words: string[]) =>
      startProgram(process.execPath, [backUpScript, backups, ...words], { env })
    const late = backUp('--newest-within', '26')
    expect([await late.ended, late.said()]).toEqual([1, 'There is no backup.\n'])
    for (const day of ['01', '02', '03'])
      writeFileSync(join(backups, `steward-2026-01-${day}T02-30-00.tar.gz`), '')
    writeFileSync(join(backups, 'notes.txt'), '')
    const made = backUp('--keep', '2')
    expect([await made.ended, made.said()]).toEqual([0, expect.stringContaining('is whole')])
    const names = readdirSync(backups).sort()
    expect(names).toEqual([
      'notes.txt',
      'steward-2026-01-03T02-30-00.tar.gz',
      expect.stringMatching(/^steward-20\d\d-\d\d-\d\dT(\d\d-){2}\d\d\.tar\.gz$/),
    ])
    expect(await backUp('--newest-within', '26').ended).toBe(0)

    // Where it fails nothing is removed.
    const failed = startProgram(process.execPath, [backUpScript, backups, '--keep', '1'], {
      env: { ...env, DATABASE_URL: 'postgres://steward@127.0.0.1:1/steward' },
    })
    expect([await failed.ended, failed.said()]).toEqual([
      1,
      expect.stringContaining('DATABASE_URL'),
    ])
    expect(readdirSync(backups).sort()).toEqual(names)
    // By the day it goes on until it is ended, as process 1 too.
    const daily = backUp('--daily', '02:30')
    await until(
      async () => readFileSync(`/proc/${daily.child.pid}/status`, 'utf8').includes('SigCgt'),
      daily.said,
    )
    expect(await backUp('--daily', '25:00').ended).toBe(2)
    expect(await daily.stop()).toBe(0)

    // Into the embedded engine, as a rehearsal does.
    const rehearsal = { PATH: env.PATH, DATA_DIR: join(composed.folder, 'rehearsal') }
    const file = join(backups, names.at(-1) ?? '')
    const said = await runProgram(process.execPath, [cli, 'restore', file, '--verify'], {
      env: rehearsal,
    })
    expect(said).toContain('Every table and every file is as it is in the backup.')
  }, 240_000)

  test('serve two instances, with a replica and a pooler, and lose one', async () => {
    const scripts = ['init-database.sh', 'two-instances/init-replication.sh']
    const primary = await composed.startPrimary(scripts, ['-c', 'max_slot_wal_keep_size=8GB'])
    const words = ['-c', 'hot_standby_feedback=on']
    const first = await composed.startReplica(primary, words)
    // It goes on where it was.
    await first.process.stop('SIGINT')
    const replica = await composed.startReplica(primary, words, first.port)
    expect(replica.process.said()).not.toContain('pg_basebackup')
    const pooler = await composed.startPooler(primary)

    const pooled = addressOf('pooler-url', 'pooler:6432', pooler)
    await queryOnce(pooled, 'create table told (n int)')
    await queryOnce(pooled, 'insert into told values (7)')
    const read = addressOf('read-url', 'replica:5432', replica.port)
    await until(
      async () => (await queryOnce(read, 'select n from told')) === 7,
      () => replica.process.said(),
    )
    expect(await queryOnce(read, 'select pg_is_in_recovery()')).toBe(true)
    await queryOnce(pooled, 'drop table told')

    const [a, b] = [await freePort(), await freePort()]
    const settings = {
      ...fileOf('DATABASE_URL', 'pooler-url', 'pooler:6432', pooler),
      DATABASE_POOLER: 'transaction',
      ...direct('DATABASE_LISTEN_URL', primary),
      ...direct('DATABASE_MIGRATION_URL', primary),
      ...fileOf('DATABASE_READ_URL', 'read-url', 'replica:5432', replica.port),
    }
    const [one] = await Promise.all([
      startSteward('a', a, settings),
      startSteward('b', b, settings),
    ])
    const names = { 'steward-a:4000': `127.0.0.1:${a}`, 'steward-b:4000': `127.0.0.1:${b}` }
    const { ask } = await composed.startCaddy('two-instances/Caddyfile', names)
    const token = await signIn(ask)
    await one.stop('SIGKILL')
    for (let call = 0; call < 20; call += 1)
      expect((await ask('GET', '/api/admin/users/list', { token })).status).toBe(200)
  }, 240_000)
})

async function signIn(ask: OverTls['ask']): Promise<string> {
  const { text } = await ask('POST', '/api/auth/admin-login', { body: testOwner })
  return JSON.parse(text).data.token
}
