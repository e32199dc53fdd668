import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountOf, untilAnswering } from './postgres-server.ts'
import { freePort } from './process.ts'

/** A PgBouncer in transaction mode, in front of a PostgreSQL. */
export interface Pooler {
  /** The address of a database through it. */
  through(address: string): string
  dispose(): Promise<void>
}

/** Where PgBouncer stands; undefined where it isn't installed. */
export const findPgBouncer = (): string | undefined =>
  ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find((path) =>
    existsSync(path),
  )

/**
 * Starts a PgBouncer on a free port of this machine, with fewer connections to the database than its clients have, so
 * that these share sessions.
 * @param address of a database of the PostgreSQL that it leads to
 */
export async function startPooler(program: string, address: string): Promise<Pooler> {
  const to = new URL(address)
  const account = accountOf()
  const folder = await mkdtemp(join(tmpdir(), 'steward-pooler-'))
  const port = await freePort()
  const settings = [
    '[databases]',
    `* = host=${to.hostname} port=${to.port || 5432} user=${to.username || 'postgres'}${to.password ? ` password=${to.password}` : ''}`,
    '[pgbouncer]',
    'pool_mode = transaction',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'default_pool_size = 6',
    'max_client_conn = 500',
    'server_idle_timeout = 5',
  ]
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, `${settings.join('\n')}\n`, { mode: 0o644 })
  if (account.uid !== undefined) {
    for (const path of [folder, file]) await chown(path, account.uid, account.gid ?? account.uid)
  }
  const child = spawn(program, ['-q', file], { ...account, stdio: 'ignore' })
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  const through = (address: string) => {
    const url = new URL(address)
    url.hostname = '127.0.0.1'
    url.port = String(port)
    return url.href
  }
  await untilAnswering(through(address), child)
  return {
    through,
    dispose: async () => {
      child.kill('SIGINT')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
