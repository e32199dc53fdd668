import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Presets, SingleBar } from 'cli-progress'

/** Runs work with a signal that Ctrl-C aborts; a second Ctrl-C ends the program. */
export async function stoppable<R>(
  words: string,
  work: (signal: AbortSignal) => Promise<R>,
): Promise<R> {
  const controller = new AbortController()
  const stop = () => {
    if (controller.signal.aborted) process.exit(130)
    controller.abort()
    process.stderr.write(`\n${words} (press again to stop immediately)\n`)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  try {
    return await work(controller.signal)
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
}

/** The time between two lines of progress without a terminal, in milliseconds. */
const pace = 5000

/** Shows progress as a bar on a terminal, else as lines. */
export async function withProgress<R>(
  total: number,
  work: (update: (done: number, words: string) => void) => Promise<R>,
): Promise<R> {
  if (!process.stderr.isTTY) {
    let last = Date.now()
    return await work((done, words) => {
      if (Date.now() - last < pace) return
      last = Date.now()
      process.stderr.write(`${Math.floor((100 * done) / Math.max(1, total))} %  ${words}\n`)
    })
  }
  const format = ' {bar} {percentage} %  {words}  {eta_formatted}'
  const options = { format, stream: process.stderr, hideCursor: true, etaBuffer: 50 }
  const bar = new SingleBar(options, Presets.shades_classic)
  bar.start(Math.max(1, total), 0, { words: '' })
  try {
    return await work((done, words) => bar.update(done, { words }))
  } finally {
    bar.stop()
  }
}

export const shown = (value: number): string => value.toLocaleString('en')

/** The time and rate of some rows, such as `12.3 s, 8,130 rows a second`. */
export function pacing(rows: number, started: number): string {
  const seconds = (performance.now() - started) / 1000
  return `${seconds.toFixed(1)} s, ${shown(Math.round(rows / Math.max(seconds, 0.001)))} rows a second`
}

export const canAsk = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true

/** Asks for one line on standard error; `hidden` doesn't show what is typed. */
export async function ask(question: string, { hidden = false } = {}): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  // The terminal is in raw mode, so only the interface echoes keys, to its output.
  const lines = createInterface({
    input: process.stdin,
    output: hidden ? nowhere : process.stderr,
    terminal: true,
  })
  lines.on('SIGINT', () => {
    lines.close()
    process.stderr.write('\n')
    process.exit(130)
  })
  try {
    // The interface would show the question, but its output is hidden.
    if (hidden) process.stderr.write(question)
    return await lines.question(question)
  } finally {
    lines.close()
    if (hidden) process.stderr.write('\n')
  }
}

export const confirm = async (question: string): Promise<boolean> =>
  /^y(es)?$/i.test((await ask(`${question} Continue? [y/N] `)).trim())

export const fromInput = async (): Promise<string> => withoutEnd(await text(process.stdin))

/** A text without the line break at its end. */
export const withoutEnd = (given: string): string => given.replace(/\r?\n$/, '')
