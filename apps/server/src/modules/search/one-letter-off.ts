/** The length from which a letter may be wrong; shorter words have too many similar words. */
export const fewestLetters = 4

export const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

/** LIKE patterns of a word with one letter missing, extra or replaced, or two swapped. */
export function patternsOneOff(word: string): string[] {
  const letters = [...word]
  const patterns = new Set<string>()
  const add = (at: number, removed: number, ...put: string[]) =>
    patterns.add(letters.toSpliced(at, removed, ...put).join(''))
  for (const [at, letter] of letters.entries()) {
    add(at, 1, '_')
    add(at, 1)
    add(at, 0, '_')
    const next = letters[at + 1]
    if (next !== undefined && next !== letter) add(at, 2, next, letter)
  }
  patterns.add(`${word}_`)
  return [...patterns]
}

/** The word of a folded text that is, or begins with, a word one letter off `asked`. */
export function wordOneOff(text: string, asked: string): string | undefined {
  const wanted = [...asked]
  return wordsIn(text).find((word) => {
    const letters = [...word]
    // While typing, the word is incomplete: compare it with beginnings of longer words.
    const ends = wanted.length > 5 ? [-1, 0, 1].map((by) => wanted.length + by) : [letters.length]
    return ends.some((end) => end <= letters.length && isOneOff(letters.slice(0, end), wanted))
  })
}

/** Whether the edit distance (Damerau–Levenshtein) of two words is at most one. */
function isOneOff(one: readonly string[], other: readonly string[]): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  const restOf = (letters: readonly string[], from: number) => letters.slice(from).join('')
  if (short.length < long.length) return restOf(short, at) === restOf(long, at + 1)
  if (restOf(short, at + 1) === restOf(long, at + 1)) return true
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at]
  return isSwapped && restOf(short, at + 2) === restOf(long, at + 2)
}
