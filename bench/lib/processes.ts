import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

/** @param cwd the folder of the version to run; this one by default */
export const startFile = (
  args: string[],
  env: Record<string, string | undefined>,
  cwd = root,
): ChildProcess =>
  spawn(process.execPath, args, {
    cwd,
    env: { PATH: process.env['PATH'], ...env } as Record<string, string>,
    stdio: ['ignore', 'ignore', 'inherit'],
  })

export async function runFile(
  args: string[],
  env: Record<string, string | undefined>,
  cwd?: string,
) {
  const [code] = await once(startFile(args, env, cwd), 'exit')
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
}

export async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** Polls a server every 2 ms until it answers; returns the milliseconds that took. */
export async function untilAnswers(url: string): Promise<number> {
  const start = performance.now()
  while (performance.now() - start < 120_000) {
    const status = await fetch(url).then(
      (answer) => answer.status,
      () => 0,
    )
    if (status === 200) return performance.now() - start
    // A shorter pause would take the server's processor.
    await wait(10)
  }
  throw new Error(`${url} does not answer`)
}
