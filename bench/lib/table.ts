export interface Figure {
  what: string
  value: string
  /** What the figure is compared with, and the ratio. */
  beside?: string
  ratio?: number
  /** The greatest ratio, with `atLeast` the smallest; without it, the figure is only informative. */
  target?: number | undefined
  atLeast?: true
}

export function printTable(title: string, figures: readonly Figure[]): void {
  console.log(title)
  for (const { what, value, beside = '', ratio, target, atLeast } of figures) {
    const met =
      target === undefined || (atLeast ? Number(ratio) >= target : Number(ratio) <= target)
    const cells = [
      what.padEnd(52),
      value.padStart(22),
      beside.padStart(26),
      (ratio?.toFixed(2) ?? '').padStart(7),
      (target === undefined ? '' : `${atLeast ? '≥' : '≤'} ${target}`).padStart(7),
      target === undefined ? '' : met ? 'met' : 'MISSED',
    ]
    console.log(`  ${cells.join('  ').trimEnd()}`)
  }
  console.log('')
}

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`

/** Makes a figure of a time in milliseconds, with the greatest ratio. */
export const time = (
  what: string,
  [label, value]: readonly [string, number],
  [other, reference]: readonly [string, number],
  target?: number,
): Figure => ({
  what,
  value: `${label} ${ms(value)}`.trim(),
  beside: `${other} ${ms(reference)}`,
  ratio: value / reference,
  target,
})

/** Makes a figure of a rate, with the smallest ratio. */
export const rate = (
  what: string,
  value: number,
  [other, reference]: readonly [string, number],
  target?: number,
): Figure => ({
  what,
  value: `${value.toFixed(0)}/s`,
  beside: `${other} ${reference.toFixed(0)}/s`,
  ratio: value / reference,
  target,
  atLeast: true,
})

/** The quantile of numbers at `share`, from 0 to 1, such as 0.5 for the median. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5)

/** Runs the works in turn, each first in its round as often as the others, so that noise affects all; returns the results of each. */
export async function inTurn<W extends Record<string, () => Promise<unknown>>>(
  rounds: number,
  works: W,
): Promise<{ [K in keyof W]: Awaited<ReturnType<W[K]>>[] }> {
  const results: Record<string, unknown[]> = {}
  const turn = Object.entries(works)
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, work] of turn) results[name] = [...(results[name] ?? []), await work()]
    turn.push(...turn.splice(0, 1))
  }
  return results as { [K in keyof W]: Awaited<ReturnType<W[K]>>[] }
}

/** Runs `work` in concurrent workers, each with its number; returns the runs per second. */
export async function perSecond(
  workers: number,
  seconds: number,
  work: (worker: number) => Promise<unknown>,
): Promise<number> {
  const began = performance.now()
  let done = 0
  const go = async (_: unknown, worker: number) => {
    for (; performance.now() - began < seconds * 1_000; done += 1) await work(worker)
  }
  await Promise.all(Array.from({ length: workers }, go))
  return (done * 1_000) / (performance.now() - began)
}
