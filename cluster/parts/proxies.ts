import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run, start } from '../lib/processes.ts'
import { machines } from './database-machines.ts'

/** The ports of the proxies, and of the Stewards behind them, all on 127.0.0.1. */
export const ports = {
  primary: 5432,
  replicas: 5433,
  pooler: 6432,
  web: 4000,
  stewards: [4001, 4002],
}

const databases = machines
  .map(({ name, address }) => `  server ${name} ${address}:5432 check port 8008`)
  .join('\n')
const stewards = ports.stewards
  .map((port) => `  server steward-${port} 127.0.0.1:${port} check`)
  .join('\n')

const haproxy = `
defaults
  timeout connect 2s
  timeout client 10m
  timeout server 10m
  timeout check 1s
  option redispatch
  retries 2
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions

listen primary
  bind 127.0.0.1:${ports.primary}
  mode tcp
  option tcpka
  option httpchk GET /primary
${databases}

listen replicas
  bind 127.0.0.1:${ports.replicas}
  mode tcp
  option tcpka
  option httpchk GET /replica
${databases}

listen web
  bind 127.0.0.1:${ports.web}
  mode http
  balance roundrobin
  option forwardfor
  option httpchk GET /health/ready
${stewards}
`

const pgbouncer = (home: string) => `
[databases]
* = host=127.0.0.1 port=${ports.primary}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ports.pooler}
unix_socket_dir =
auth_type = trust
auth_file = ${home}/users
pool_mode = transaction
default_pool_size = 30
max_client_conn = 500
server_login_retry = 1
server_connect_timeout = 3
query_wait_timeout = 10
`

/** Starts HAProxy in front of the database machines and the Stewards, and PgBouncer in front of the primary. */
export async function startProxies(folder: string): Promise<void> {
  const home = join(folder, 'proxies')
  await mkdir(home)
  await chown(home, Number(await run('id', '-u', 'postgres')), -1)
  await writeFile(join(home, 'haproxy.cfg'), haproxy)
  await writeFile(join(home, 'pgbouncer.ini'), pgbouncer(home))
  await writeFile(join(home, 'users'), '"steward" ""\n')
  start('haproxy', ['haproxy', '-db', '-f', join(home, 'haproxy.cfg')])
  start('pgbouncer', ['pgbouncer', join(home, 'pgbouncer.ini')], { asPostgres: true })
}
