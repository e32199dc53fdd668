import type { Mark } from './marking.ts'

export type Part = readonly [text: string, found: boolean]

/** How many characters are kept before a hit, and from which position a text is cut. */
const [lead, far] = [40, 90]
const most = 600

/** Splits a text into parts with and without hits; `words` are folded already. */
export function partsOf(
  text: string,
  words: readonly string[],
  fold: (text: string) => string,
): readonly Part[] {
  // Folding can change a text's length, so the source index of each character is kept.
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
      // Combining accents after the hit are part of its last letter.
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

/** Cuts the beginning of a text whose first hit would otherwise be outside the cell. */
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
