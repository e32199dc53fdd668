import { appendFile, chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { run, start } from '../lib/processes.ts'
import { until } from '../lib/until.ts'
import { addMachine, hub, setLink, signalAll } from './network.ts'

/** A machine of the database, with PostgreSQL under Patroni. */
export interface Machine {
  name: string
  address: string
}

export const machines: readonly Machine[] = [1, 2, 3].map((n) => ({
  name: `db${n}`,
  address: `10.77.0.${10 + n}`,
}))

interface Member {
  name: string
  role: string
  state: string
  timeline?: number
  lag?: number | string
}

/** How soon Patroni takes a primary for lost, in seconds; decision 0058 says why. */
const timing = { ttl: 8, loop_wait: 1, retry_timeout: 3 }

const configOf = ({ name, address }: Machine, folder: string) => ({
  scope: 'steward',
  name,
  restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
  // Not etcd3: until Patroni 3.0.3 a primary that wakes up takes the lead back by it from the one that has it by then,
  // and what was acknowledged meanwhile is lost.
  etcd: { host: `${hub}:2379` },
  bootstrap: {
    dcs: {
      ...timing,
      synchronous_mode: true,
      synchronous_mode_strict: true,
      postgresql: {
        use_pg_rewind: true,
        use_slots: true,
        parameters: {
          max_connections: 100,
          shared_buffers: '64MB',
          wal_keep_size: '256MB',
          // How long standbys wait before they follow the new primary, without which nothing is acknowledged.
          wal_retrieve_retry_interval: '500ms',
        },
      },
    },
    initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
  },
  postgresql: {
    listen: `${address}:5432`,
    connect_address: `${address}:5432`,
    data_dir: join(folder, name, 'data'),
    bin_dir: '/usr/lib/postgresql/15/bin',
    pgpass: join(folder, name, 'pgpass'),
    authentication: {
      superuser: { username: 'postgres' },
      replication: { username: 'replicator' },
      rewind: { username: 'postgres' },
    },
    pg_hba: [
      'local all all trust',
      'host all all 10.77.0.0/24 trust',
      'host replication all 10.77.0.0/24 trust',
    ],
    parameters: { unix_socket_directories: join(folder, name) },
    remove_data_directory_on_rewind_failure: true,
    remove_data_directory_on_diverged_timelines: true,
  },
  watchdog: { mode: 'off' },
})

/** The cluster of the three machines. */
export class DatabaseMachines {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Starts etcd and the machines, and makes the role and the database of Steward. */
  async start(): Promise<void> {
    start('etcd', [
      'etcd',
      '--enable-v2',
      ...['--data-dir', '/run/etcd', '--unsafe-no-fsync', '--log-level', 'warn'],
      ...['--listen-client-urls', `http://${hub}:2379`],
      ...['--advertise-client-urls', `http://${hub}:2379`],
    ])
    await until('etcd', 20, async () => (await fetch(`http://${hub}:2379/health`)).ok)
    const postgres = Number(await run('id', '-u', 'postgres'))
    for (const machine of machines) {
      const home = join(this.#folder, machine.name)
      await mkdir(home)
      // JSON is YAML.
      await writeFile(join(home, 'patroni.yml'), JSON.stringify(configOf(machine, this.#folder)))
      await chown(home, postgres, -1)
      await addMachine(machine.name, machine.address)
      this.startMachine(machine)
    }
    const primary = await this.untilWhole(120)
    await this.ask(primary, 'create role steward login', 'postgres', 'postgres')
    await this.ask(primary, 'create database steward owner steward', 'postgres', 'postgres')
  }

  startMachine({ name }: Machine): void {
    const config = join(this.#folder, name, 'patroni.yml')
    start(name, ['patroni', config], { namespace: name, asPostgres: true })
  }

  /** What Patroni knows of the machines, from the first one that answers. */
  async members(): Promise<Member[]> {
    const asked = machines.map(async ({ address }) => {
      const signal = AbortSignal.timeout(1_000)
      const answer = await fetch(`http://${address}:8008/cluster`, { signal })
      return ((await answer.json()) as { members: Member[] }).members
    })
    return await Promise.any(asked)
  }

  /** The machine that is the primary by now. */
  async primary(): Promise<Machine | undefined> {
    const asked = machines.map(async (machine) => {
      const signal = AbortSignal.timeout(1_000)
      const answer = await fetch(`http://${machine.address}:8008/primary`, { signal })
      if (answer.status !== 200) throw new Error('no primary')
      return machine
    })
    return await Promise.any(asked).catch(() => undefined)
  }

  /** Waits until there are a primary, a synchronous standby and another one, all of them on one timeline. */
  async untilWhole(seconds = 90): Promise<Machine> {
    return await until('three machines of the database that work together', seconds, async () => {
      const members = await this.members()
      const running = members.filter(({ state }) => ['running', 'streaming'].includes(state))
      const timelines = new Set(running.map(({ timeline }) => timeline))
      const synchronous = running.some(({ role }) => role === 'sync_standby')
      if (running.length < machines.length || timelines.size > 1 || !synchronous) return undefined
      return await this.primary()
    })
  }

  async kill({ name }: Machine): Promise<void> {
    await signalAll(name, 'SIGKILL')
  }

  async freeze({ name }: Machine): Promise<void> {
    await signalAll(name, 'SIGSTOP')
  }

  async thaw({ name }: Machine): Promise<void> {
    await signalAll(name, 'SIGCONT')
  }

  async cutOff({ name }: Machine): Promise<void> {
    await setLink(name, 'down')
  }

  async reconnect({ name }: Machine): Promise<void> {
    await setLink(name, 'up')
  }

  /** Hands the lead to the synchronous standby, in order. */
  async switchOver({ name, address }: Machine): Promise<void> {
    const answer = await fetch(`http://${address}:8008/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: name }),
      signal: AbortSignal.timeout(60_000),
    })
    if (!answer.ok) throw new Error(`the switchover was refused: ${await answer.text()}`)
  }

  /** Has a replica apply what it receives only after a time, such as `10s`; `0` for at once. */
  async delayReplay(machine: Machine, time: string): Promise<void> {
    // A standby takes no `alter system`; this file counts last.
    const file = join(this.#folder, machine.name, 'data', 'postgresql.auto.conf')
    await appendFile(file, `recovery_min_apply_delay = '${time}'\n`)
    await this.ask(machine, 'select pg_reload_conf()', 'postgres', 'postgres')
  }

  /** Runs a statement on one machine, past the proxies. */
  async ask<Row extends pg.QueryResultRow>(
    { address }: Machine,
    statement: string,
    database = 'steward',
    user = 'steward',
  ): Promise<Row[]> {
    const client = new pg.Client({ host: address, user, database, connectionTimeoutMillis: 5_000 })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<Row>(statement)).rows
    } finally {
      await client.end()
    }
  }
}
