import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const root = fileURLToPath(new URL('../../', import.meta.url))
export const reports = join(root, 'reports')
/** What every process says, a file each. */
const logs = join(reports, 'cluster-logs')

const execute = promisify(execFile)

/** Runs a command to its end; returns its standard output, throws if it fails. */
export async function run(command: string, ...args: string[]): Promise<string> {
  return (await execute(command, args)).stdout
}

interface StartOptions {
  /** The network namespace; unless given, that of the test. */
  namespace?: string
  /** As the account `postgres`, which PostgreSQL, Patroni and PgBouncer want. */
  asPostgres?: boolean
  env?: Record<string, string>
}

/** Starts a program in the background; its output goes to a log file called `name`. */
export function start(
  name: string,
  [command = '', ...args]: string[],
  { namespace, asPostgres = false, env = {} }: StartOptions = {},
): ChildProcess {
  mkdirSync(logs, { recursive: true })
  const log = openSync(join(logs, `${name}.log`), 'a')
  const all = [
    ...(namespace ? ['ip', 'netns', 'exec', namespace] : []),
    ...(asPostgres ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'] : []),
    command,
    ...args,
  ]
  return spawn(all[0] as string, all.slice(1), {
    cwd: root,
    stdio: ['ignore', log, log],
    env: { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8', ...env },
  })
}
