// A cluster of real parts that lose machines: npm run test:cluster [-- --nightly] [-- --only killed --only frozen]
import './lib/node-version.mjs'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fail } from './lib/say.mjs'

/** The programs of the cluster, each with the Debian package that has it. */
const programs = {
  '/usr/bin/etcd': 'etcd-server',
  '/usr/bin/patroni': 'patroni',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/sbin/pgbouncer': 'pgbouncer',
  '/usr/bin/unshare': 'util-linux',
  '/usr/sbin/ip': 'iproute2',
}

if (process.platform !== 'linux' || process.getuid() !== 0) {
  fail(
    'The cluster test makes network namespaces, so it has to run as root on Linux: sudo npm run test:cluster.',
  )
}
const missing = Object.entries(programs).filter(([program]) => !existsSync(program))
if (missing.length > 0) {
  const packages = missing.map(([, name]) => name).join(' ')
  fail(
    `The cluster test needs these Debian packages: apt-get install --no-install-recommends ${packages}`,
  )
}

const { install } = await import('./lib/install.mjs')
const { findNode, run } = await import('./lib/run.mjs')

await install()
const folder = mkdtempSync(join(tmpdir(), 'steward-cluster-'))
// The account `postgres` has directories of its own in it.
chmodSync(folder, 0o711)
try {
  // Everything lives in namespaces of its own, so the end of their first process, bash, is the end of all of it;
  // that one ends with this command, however that ends. It is bash, since the first process has to reap what is killed.
  process.exitCode = await run('setpriv', [
    ...['--pdeathsig', 'KILL', 'unshare', '--net', '--mount', '--pid', '--mount-proc'],
    ...['--fork', '--kill-child', 'bash', '-c', '"$@" & wait $!', 'bash'],
    ...[findNode(), 'cluster/main.ts', folder, ...process.argv.slice(2)],
  ])
} finally {
  rmSync(folder, { recursive: true, force: true })
}
