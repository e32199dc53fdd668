/** One line of a table of figures, beside what it is measured against. */
export interface Figure {
  what: string
  value: string
  /** What it is measured against. */
  beside: string
  ratio: number
  /** The most, or with `atLeast` the least, that the ratio should be; none where it only informs. */
  target?: number
  atLeast?: true
}

/** Prints figures with their ratios, and whether each is what it should be. */
export function printTable(title: string, figures: readonly Figure[]): void {
  console.log(title)
  for (const { what, value, beside, ratio, target, atLeast } of figures) {
    const wanted = target === undefined ? '' : `${atLeast ? '≥' : '≤'} ${target}`
    const met = target === undefined || (atLeast ? ratio >= target : ratio <= target)
    const cells = [
      what.padEnd(52),
      value.padStart(22),
      beside.padStart(26),
      ratio.toFixed(2).padStart(7),
      wanted.padStart(7),
      target === undefined ? '' : met ? 'met' : 'MISSED',
    ]
    console.log(`  ${cells.join('  ').trimEnd()}`)
  }
  console.log('')
}

/** Milliseconds as a table has them. */
export const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`
