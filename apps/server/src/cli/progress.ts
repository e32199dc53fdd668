import { Presets, SingleBar } from 'cli-progress'

/** Shows how far a command is: a bar on a terminal, a line now and then elsewhere. */
export interface Progress {
  update(done: number, words: string): void
  stop(): void
}

/** Milliseconds between two lines where there is no terminal. */
const pace = 5000

/** @param total what counts as done */
export function showProgress(total: number): Progress {
  if (!process.stderr.isTTY) {
    let last = Date.now()
    return {
      update: (done, words) => {
        if (Date.now() - last < pace) return
        last = Date.now()
        process.stderr.write(`${Math.floor((100 * done) / Math.max(1, total))} %  ${words}\n`)
      },
      stop: () => {},
    }
  }
  const bar = new SingleBar(
    {
      format: ' {bar} {percentage} %  {words}  {eta_formatted}',
      stream: process.stderr,
      hideCursor: true,
      etaBuffer: 50,
    },
    Presets.shades_classic,
  )
  bar.start(Math.max(1, total), 0, { words: '' })
  return {
    update: (done, words) => bar.update(done, { words }),
    stop: () => bar.stop(),
  }
}

const numbers = new Intl.NumberFormat('en')

/** A number with thousands apart. */
export const shown = (value: number): string => numbers.format(value)

/** How long something took and how fast that was: `12.3 s, 8,130 rows a second`. */
export function pacing(rows: number, started: number): string {
  const seconds = (performance.now() - started) / 1000
  return `${seconds.toFixed(1)} s, ${shown(Math.round(rows / Math.max(seconds, 0.001)))} rows a second`
}
