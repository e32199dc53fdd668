import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { directly, openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { Client, type Shared } from './client.ts'
import { openConnection } from './connection.ts'
import { Servers } from './servers.ts'

/** An error as PostgreSQL sends it while it starts; nothing is closed after it. */
const starting = (() => {
  const fields = Buffer.from('SFATAL\0C57P03\0Mthe database system is starting up\0\0')
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
})()

/** A host in front of the PostgreSQL of the tests. */
class Host {
  state: 'up' | 'refusing' | 'starting' = 'up'
  /** The connections that clients hold open. */
  readonly open = new Set<Socket>()
  port = 0
  readonly #server

  /** @param asked called with each connection */
  constructor(to: URL, asked: () => void) {
    this.#server = createServer((from) => {
      asked()
      this.open.add(from)
      from.on('close', () => this.open.delete(from))
      from.on('error', () => {})
      if (this.state === 'refusing') from.destroy()
      else if (this.state === 'starting') from.once('data', () => from.write(starting))
      else {
        const on = connect(Number(to.port || 5432), to.hostname)
        on.on('error', () => {})
        from.on('close', () => on.destroy())
        on.on('close', () => from.destroy())
        from.pipe(on).pipe(from)
      }
    })
  }

  async listen(): Promise<void> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
    this.port = (this.#server.address() as AddressInfo).port
  }

  /** Ends what it holds open, and is in another state from then on. */
  become(state: Host['state']): void {
    this.state = state
    for (const socket of this.open) socket.destroy()
  }

  close(): void {
    this.#server.close()
    for (const socket of this.open) socket.destroy()
  }
}

describe.runIf(inject('postgres'))('an address of several hosts', () => {
  let database: TestDatabase
  let address: string
  const names = ['a', 'b', 'c'] as const
  const hosts = {} as Record<(typeof names)[number], Host>
  /** Which hosts were connected to, in this order. */
  let asked = ''
  beforeAll(async () => {
    database = await openTestDatabase('postgresql', directly)
    const url = new URL(database.config.databaseUrl ?? '')
    for (const name of names) {
      hosts[name] = new Host(url, () => {
        asked += name
      })
      await hosts[name].listen()
    }
    const list = names.map((name) => `127.0.0.1:${hosts[name].port}`).join(',')
    address = url.href.replace(url.host, list)
  })
  afterAll(async () => {
    for (const host of Object.values(hosts)) host.close()
    await database.dispose()
  })
  beforeEach(() => {
    for (const host of Object.values(hosts)) host.become('up')
    asked = ''
  })

  const openSockets = () => Object.values(hosts).reduce((sum, { open }) => sum + open.size, 0)
  const nameOf = (url: string) => names.find((name) => url.includes(`:${hosts[name].port}/`))

  test('is asked in the order of its hosts, the last good one first', async () => {
    const servers = new Servers(address)
    const find = async () => {
      asked = ''
      servers.forget()
      const found = nameOf(await servers.find())
      return { found, asked }
    }
    expect(await find()).toEqual({ found: 'a', asked: 'a' })
    hosts.a.become('refusing')
    expect(await find()).toEqual({ found: 'b', asked: 'ab' })
    expect(await find()).toEqual({ found: 'b', asked: 'b' })
    hosts.b.become('starting')
    expect(await find()).toEqual({ found: 'c', asked: 'bac' })
    hosts.a.become('up')
    hosts.c.become('refusing')
    expect(await find()).toEqual({ found: 'a', asked: 'ca' })
  })

  test('is asked once by all who connect at the same time, and again after none answered', async () => {
    const servers = new Servers(address)
    await Promise.all(Array.from({ length: 5 }, () => servers.find()))
    expect(asked).toBe('a')
    for (const host of Object.values(hosts)) host.become('starting')
    servers.forget()
    await expect(servers.find()).rejects.toThrow('starting up')
    hosts.b.become('up')
    expect(nameOf(await servers.find())).toBe('b')
  })

  test('leaves no socket open after a search, whatever the hosts say', async () => {
    hosts.a.become('starting')
    hosts.b.become('refusing')
    expect(nameOf(await new Servers(address).find())).toBe('c')
    await expect(new Servers(address, 'standby').find()).rejects.toThrow('no standby')
    await expect.poll(openSockets).toBe(0)
  })

  test('while its hosts are away there is neither a connection nor a socket', async () => {
    const connection = await openConnection({ ...database.config, databaseUrl: address })
    const ask = () => sql`select 1`.execute(connection.db)
    try {
      await Promise.all([ask(), ask(), ask()])
      for (const state of ['refusing', 'starting'] as const) {
        for (const host of Object.values(hosts)) host.become(state)
        // Without the connections of before, every one is made anew.
        await expect.poll(() => connection.pool().open).toBe(0)
        const answers = await Promise.allSettled(Array.from({ length: 25 }, ask))
        expect(answers.every(({ status }) => status === 'rejected')).toBe(true)
        expect(connection.pool()).toMatchObject({ open: 0, idle: 0, waiting: 0 })
        await expect.poll(openSockets).toBe(0)
      }
      hosts.c.become('up')
      await Promise.all(Array.from({ length: 25 }, ask))
      await expect.poll(openSockets).toBe(connection.pool().open)
    } finally {
      await connection.close()
    }
    await expect.poll(openSockets).toBe(0)
  })

  test.each([
    ['can’t be reached', 'primary', 'starting', () => address],
    ['has another role', 'standby', 'up', () => address],
    ['is the only one and starts', 'primary', 'starting', () => address.replace(/,.*(?=\/)/, '')],
    ['is the only one in another role', 'standby', 'up', () => address.replace(/,.*(?=\/)/, '')],
  ] as const)('forgets a connection whose server %s', async (_, role, state, addressOf) => {
    for (const host of Object.values(hosts)) host.become(state)
    const servers = new Servers(addressOf(), role)
    const shared: Shared = {
      open: new Set(),
      names: undefined,
      comments: false,
      startup: {},
      servers,
      cancel: async () => {},
    }
    const client = new Client({ connectionString: servers.first, shared })
    await expect(client.connect()).rejects.toThrow(/starting up|no standby/)
    expect(shared.open.size).toBe(0)
    await expect.poll(openSockets).toBe(0)
  })
})
