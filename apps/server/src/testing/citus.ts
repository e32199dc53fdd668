import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { openConnection } from '../db/connection/connection.ts'
import { distributeTables } from '../db/distribution/distribute.ts'
import { migrate } from '../db/migrations/migrate.ts'
import { DatabaseProxy } from './database-proxy.ts'

/** The coordinator where tests make distributed databases of their own; undefined where none is given. */
export const citusUrl = process.env['CITUS_URL']

/** Few, since each test has a database with all of its shards. */
const shards = 4

/** The addresses of all nodes, the coordinator last. */
export async function nodesOf(url: string): Promise<string[]> {
  const workers = await ask<{ host: string; port: number }>(
    url,
    'select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 order by 1, 2',
  )
  return [...workers.map(({ host, port }) => addressOf(url, { host, port })), url]
}

function addressOf(url: string, { host, port }: { host: string; port: number }): string {
  const address = new URL(url)
  address.hostname = host
  address.port = String(port)
  return address.href
}

const named = (url: string, name: string): string => {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

/** Makes a database on every node. A copy of a distributed one is distributed as well: it keeps all ids of tables. */
export async function createOnNodes(url: string, name: string, template?: string): Promise<void> {
  const from = template ? ` template ${template}` : ''
  // The command of the coordinator would be carried out on the workers too.
  const own = ['set citus.enable_ddl_propagation to off', `create database ${name}${from}`]
  for (const node of await nodesOf(url)) await ask(node, ...own)
  if (template) return
  const nodes = (await nodesOf(url)).map((node) => new URL(node))
  for (const { href } of nodes) await ask(named(href, name), 'create extension citus')
  for (const { hostname, port } of nodes.toReversed()) {
    const join =
      hostname === new URL(url).hostname && port === new URL(url).port
        ? 'citus_set_coordinator_host'
        : 'citus_add_node'
    await ask(named(url, name), `select ${join}('${hostname}', ${port || 5432})`)
  }
}

export async function dropOnNodes(url: string, name: string): Promise<void> {
  const nodes = await nodesOf(url)
  for (const node of nodes.toReversed())
    await ask(
      node,
      'set citus.enable_ddl_propagation to off',
      `drop database if exists ${name} with (force)`,
    )
}

/** Makes a distributed database with the schema, to be copied. */
export async function makeCitusTemplate(url: string, name: string, dataDir: string): Promise<void> {
  await createOnNodes(url, name)
  await ask(named(url, name), `alter database ${name} set citus.shard_count = ${shards}`)
  const connection = await openConnection({ dataDir, databaseUrl: named(url, name) })
  await migrate(connection)
  await connection.withSession(({ db }) =>
    distributeTables(
      db,
      async () => {},
      () => {},
    ),
  )
  await connection.close()
  for (const node of await nodesOf(url)) {
    await ask(
      node,
      `alter database ${name} allow_connections false`,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    )
  }
}

/** A database on every node that isn't distributed yet, with a worker that can go away. */
export async function openCluster(): Promise<{
  url: string
  worker: DatabaseProxy
  dispose(): Promise<void>
}> {
  const name = `steward_test_${randomBytes(6).toString('hex')}`
  const server = citusUrl ?? ''
  await createOnNodes(server, name)
  await ask(server, `alter database ${name} set citus.shard_count = ${shards}`)
  const url = named(server, name)
  const worker = await proxyWorker(url)
  return {
    url,
    worker,
    dispose: async () => {
      worker.close()
      await dropOnNodes(server, name)
    },
  }
}

/** Puts a proxy before a worker, for the other nodes of this database. */
export async function proxyWorker(url: string): Promise<DatabaseProxy> {
  const [worker] = await ask<{ id: number; host: string; port: number }>(
    url,
    `select nodeid as id, nodename as host, nodeport as port from pg_dist_node
     where groupid <> 0 order by 1 limit 1`,
  )
  if (!worker) throw new Error('the cluster of CITUS_URL has no worker')
  const proxy = new DatabaseProxy(new URL(addressOf(url, worker)))
  await ask(url, `select citus_update_node(${worker.id}, '127.0.0.1', ${await proxy.listen()})`)
  return proxy
}

/** Runs statements on one connection; returns the rows of the last. */
export async function ask<Row extends object>(
  url: string,
  ...statements: string[]
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: Row[] = []
    for (const statement of statements) rows = (await client.query<Row>(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}
