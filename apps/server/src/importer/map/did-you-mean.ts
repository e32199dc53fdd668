import { type Said, say } from '@steward/i18n/sentence'

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries()) {
      const change = (row[j] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** The greatest length of names that are compared, since that takes quadratic time. */
const maxLength = 60

/** The name in a list that somebody has probably meant. */
export function closest(name: string, list: readonly string[]): string | undefined {
  const word = name.toLowerCase()
  if (word.length > maxLength) return undefined
  const [best] = list
    .filter((entry) => entry.length <= maxLength)
    .map((entry) => ({ entry, far: distance(word, entry.toLowerCase()) }))
    .sort((a, b) => a.far - b.far)
  const isClose = best && best.far <= Math.max(2, Math.floor(name.length / 3))
  return isClose ? best.entry : undefined
}

/** The end of a sentence that names what somebody has probably meant. */
export function nearest(name: string, list: readonly string[]): Said {
  const best = closest(name, list)
  return best === undefined ? '.' : say('; did you mean "{best}"?', { best })
}
