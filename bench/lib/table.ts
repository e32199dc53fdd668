/** One line of a table of figures. */
export interface Figure {
  what: string
  value: string
  /** What it is measured against, and how many times as much it is. */
  beside?: string
  ratio?: number
  /** The most, or with `atLeast` the least, that the ratio should be; none where it only informs. */
  target?: number | undefined
  atLeast?: true
}

/** Prints figures with their ratios, and whether each is what it should be. */
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

/** Milliseconds as a table has them. */
export const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`

/** Milliseconds beside those of something else, and how many times as long that should take at the most. */
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

/** So many a second beside those of something else, and what part of them it should be at least. */
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

/** The value below which a share of some numbers lies. @param share 0.5 for the median */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5)

/** Works that are measured in turn, so that what else the machine does meets all of them. @returns the results of each */
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

/**
 * Workers that go on without a pause.
 * @param work is handed the number of its worker
 * @returns how often a second it was done
 */
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
