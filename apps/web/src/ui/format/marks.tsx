import type { Mark } from './marking.ts'

export type Part = readonly [text: string, found: boolean]

/** Characters kept before a hit, and how far in it has to be. */
const [lead, far] = [40, 90]
const most = 600

/** @param words folded */
export function partsOf(
  text: string,
  words: readonly string[],
  fold: (text: string) => string,
): readonly Part[] {
  // Folding changes lengths, so each character remembers its source.
  let folded = ''
  const from: number[] = []
  let at = 0
  for (const character of text) {
    const plain = fold(character)
    for (let each = 0; each < plain.length; each += 1) from.push(at)
    folded += plain
    at += character.length
  }
  const found = new Uint8Array(text.length)
  for (const word of words) {
    for (let hit = folded.indexOf(word); word !== '' && hit !== -1; ) {
      const last = from[hit + word.length - 1] ?? 0
      // A combining accent belongs to the letter before it.
      let after = hit + word.length
      while (from[after] === last) after += 1
      found.fill(1, from[hit], from[after] ?? text.length)
      hit = folded.indexOf(word, hit + word.length)
    }
  }
  const parts: Part[] = []
  for (let start = 0; start < text.length; ) {
    const isFound = found[start] === 1
    const next = found.indexOf(isFound ? 0 : 1, start)
    const end = next === -1 ? text.length : next
    parts.push([text.slice(start, end), isFound])
    start = end
  }
  return parts
}

/** Starts shortly before the first hit, which a cell would cut off. */
export function excerpt(parts: readonly Part[]): readonly Part[] {
  const [first, ...others] = parts
  if (!first || first[1] || first[0].length < far || others.length === 0) return parts
  const blank = first[0].indexOf(' ', first[0].length - lead)
  return [[`… ${first[0].slice(blank === -1 ? -lead : blank + 1)}`, false], ...others]
}

export function marker(words: readonly string[], fold: (text: string) => string): Mark {
  return (text) => {
    let length = 0
    const shown = excerpt(partsOf(text, words, fold)).filter(([part]) => {
      length += part.length
      return length - part.length < most
    })
    return shown.map(([part, found], index) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
      found ? <mark key={index}>{part}</mark> : part.slice(0, most),
    )
  }
}
