import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { say } from '@steward/i18n/sentence'
import { OperatorError } from '../operator-error.ts'
import type { Scratch } from './scratch.ts'

/** A version of Steward in a folder, run as processes of its own that know a scratch copy alone. */
export interface Version {
  /** What it is called in sentences. */
  name: 'old' | 'new'
  folder: string
}

/** Runs a command of a version. @returns what it wrote on standard output @throws {OperatorError} where it fails */
export async function runVersion(
  { name, folder }: Version,
  { settings }: Scratch,
  words: readonly string[],
  options: { input?: string; signal: AbortSignal },
): Promise<string> {
  const child = start(folder, 'cli/main.ts', settings, words, options.signal)
  child.stdin?.end(options.input ?? '')
  const [out, err, code] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    endOf(child),
  ])
  options.signal.throwIfAborted()
  if (code === 0) return out
  throw new OperatorError(
    say("The {name} version can't {command} the copy: {reason}", {
      name,
      command: words[0],
      reason: err.trim() || say('it ended with {code}', { code: String(code) }),
    }),
  )
}

/** A server of a version. */
export interface Served {
  url: string
  stop(): Promise<void>
}

/** How long a start may take, in milliseconds. */
const maxStartMs = 300_000

/** Serves a scratch copy on this machine alone. @throws {OperatorError} where the server ends at its start */
export async function serveVersion(
  { name, folder }: Version,
  { settings }: Scratch,
  signal: AbortSignal,
): Promise<Served> {
  const port = await freePort()
  // Mail goes into a folder of the copy, and nothing is deleted for its age.
  const own = { PORT: String(port), DEMO: '0', TRASH_DAYS: '0', LOG_LEVEL: 'error' }
  const child = start(folder, 'main.ts', { ...settings, ...own }, [], signal)
  const ended = endOf(child)
  const said = textOf(child.stderr)
  child.stdout?.resume()
  const url = `http://127.0.0.1:${port}`
  const until = performance.now() + maxStartMs
  for (;;) {
    signal.throwIfAborted()
    if (performance.now() > until) {
      child.kill('SIGKILL')
      throw new OperatorError(
        say("The {name} version doesn't get ready on the copy: {said}", {
          name,
          said: (await said).trim(),
        }),
      )
    }
    if (child.exitCode !== null || child.signalCode !== null)
      throw new OperatorError(
        say("The {name} version can't serve the copy: {said}", { name, said: (await said).trim() }),
      )
    if ((await fetch(`${url}/health/ready`).catch(() => undefined))?.ok) break
    await new Promise((go) => setTimeout(go, 100))
  }
  return {
    url,
    stop: async () => {
      child.kill()
      await ended
    },
  }
}

/** With nothing of this process's environment but what Node needs: no setting of the real server reaches the copy. */
function start(
  folder: string,
  file: string,
  settings: Record<string, string>,
  words: readonly string[],
  signal: AbortSignal,
): ChildProcess {
  const { PATH, HOME, TMPDIR } = process.env
  const child = spawn(process.execPath, [join(folder, 'apps/server/src', file), ...words], {
    cwd: folder,
    env: { PATH, HOME, TMPDIR, ...settings },
    signal,
  })
  // Whoever waits for its end hears of it.
  child.on('error', () => {})
  return child
}

const textOf = (stream: ChildProcess['stdout']) => (stream ? text(stream) : Promise.resolve(''))

const endOf = (child: ChildProcess) =>
  new Promise<number | null>((done) => child.once('close', (code) => done(code)))

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  await new Promise((done) => server.close(done))
  return port
}
