export interface Figure {
  what: string
  value: string
  /** What it is compared with, and the ratio. */
  beside?: string
  ratio?: number
  /** The maximum ratio, or with `atLeast` the minimum; none informs only. */
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

/** Milliseconds, with the maximum ratio. */
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

/** A rate, with the minimum ratio. */
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

/** @param share 0.5 for the median */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5)

/** Interleaved, so that noise meets all. @returns the results of each */
export async function inTurn<W extends Record<string, () => Promise<unknown>>>(
  rounds: number,
  works: W,
): Promise<{ [K in keyof W]: Awaited<ReturnType<W[K]>>[] }> {
  const results: Record<string, unknown[]> = {}
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, work] of Object.entries(works)) {
      results[name] = [...(results[name] ?? []), await work()]
    }
  }
  return results as { [K in keyof W]: Awaited<ReturnType<W[K]>>[] }
}

/** Concurrent workers without pause. @param work gets its worker's number @returns runs a second */
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
