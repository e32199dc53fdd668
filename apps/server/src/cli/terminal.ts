import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { locale, perReader, t } from '@steward/i18n/reader'
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
    process.stderr.write(`\n${t('{words} (press again to stop immediately)', { words })}\n`)
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

const tenths = perReader(
  () => new Intl.NumberFormat(locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
)
/** A number with one decimal, such as `12.3`. */
export const inTenths = (value: number): string => tenths().format(value)

/** The time and rate of some rows, such as `12.3 s, 8,130 rows a second`. */
export function pacing(rows: number, started: number): string {
  const seconds = (performance.now() - started) / 1000
  return t('{seconds} s, {rate, plural, one {# row} other {# rows}} a second', {
    seconds: inTenths(seconds),
    rate: Math.round(rows / Math.max(seconds, 0.001)),
  })
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

/** Asks whether to go on, after a sentence that says with what. */
export async function confirm(words: string): Promise<boolean> {
  // i18n: what somebody may type to agree, in small letters, separated by commas; y, yes is taken everywhere
  const taken = ['y', 'yes', ...t('y, yes', {}, 'answer').split(/[,،、] */)]
  const given = await ask(`${words} ${t('Continue? [y/N]')} `)
  return taken.includes(given.trim().toLowerCase())
}

export const fromInput = async (): Promise<string> => withoutEnd(await text(process.stdin))

/** A text without the line break at its end. */
export const withoutEnd = (given: string): string => given.replace(/\r?\n$/, '')
