import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** The path of an installed program, also of one for administrators; undefined where there is none. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin']
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** A program that goes on, and what it has said. */
export interface Running {
  child: ChildProcess
  said(): string
  /** Ends it. @returns its exit code, null where a signal ended it */
  stop(signal?: NodeJS.Signals): Promise<number | null>
  ended: Promise<number | null>
}

/** Starts a program that goes on. */
export function startProgram(
  command: string,
  words: string[],
  options: SpawnOptions = {},
): Running {
  const child = spawn(command, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  const hear = (text: Buffer) => {
    said += text
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)))
  return {
    child,
    said: () => said,
    ended,
    stop: (signal = 'SIGTERM') => {
      if (child.exitCode === null) child.kill(signal)
      return ended
    },
  }
}

/** Runs a program to its end. @throws what it said, where it doesn't end with 0 */
export async function runProgram(
  command: string,
  words: string[],
  options: SpawnOptions = {},
): Promise<string> {
  const running = startProgram(command, words, options)
  const code = await running.ended
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${running.said()}`)
  return running.said()
}

/**
 * Waits until something is so.
 * @throws what `otherwise` says, after a minute
 */
export async function until(isSo: () => Promise<boolean>, otherwise: () => string): Promise<void> {
  for (let waited = 0; waited < 60_000; waited += 100) {
    if (await isSo().catch(() => false)) return
    await wait(100)
  }
  throw new Error(otherwise())
}
