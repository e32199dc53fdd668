import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

/** The root of the repository. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

/** A port that is free at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  await new Promise((done) => server.close(done))
  return port
}

/** Runs a file of this repository to its end. */
export async function runFile(
  args: string[],
  env: Record<string, string | undefined>,
): Promise<void> {
  const child = startFile(args, env)
  const code = await new Promise((done) => child.on('exit', done))
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
}

/** Starts a file of this repository. */
export function startFile(args: string[], env: Record<string, string | undefined>): ChildProcess {
  return spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env['PATH'], ...env } as Record<string, string>,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** Ends a process that was started here, and waits for it. */
export async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  await ended
}

/** Waits until an address answers. @returns milliseconds that it took, looked at every 2 ms */
export async function untilAnswers(url: string): Promise<number> {
  const start = performance.now()
  while (performance.now() - start < 120_000) {
    try {
      const { status } = await fetch(url)
      if (status === 200) return performance.now() - start
    } catch {
      // Not there yet.
    }
    await new Promise((done) => setTimeout(done, 2))
  }
  throw new Error(`${url} does not answer`)
}

/** The middle of some numbers. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** The value below which a share of some numbers lies. @param share 0.5 for the median */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
