/** Shares in percent, rounded to a sum of 100 (largest remainder method); all 0 without votes. */
export function percentages(votes: readonly number[]): number[] {
  const counts = votes.map((each) => (Number.isFinite(each) && each > 0 ? each : 0))
  const total = counts.reduce((sum, each) => sum + each, 0)
  if (total === 0) return counts.map(() => 0)
  const exact = counts.map((each) => (each / total) * 100)
  const whole = exact.map(Math.floor)
  const missing = 100 - whole.reduce((sum, each) => sum + each, 0)
  const byRemainder = exact
    .map((each, index) => ({ index, rest: each - Math.floor(each) }))
    .sort((a, b) => b.rest - a.rest || a.index - b.index)
  for (const { index } of byRemainder.slice(0, missing)) whole[index] = (whole[index] ?? 0) + 1
  return whole
}
