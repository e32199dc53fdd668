import { perReader } from '@steward/i18n/reader'

const graphemes = perReader(() => new Intl.Segmenter(undefined, { granularity: 'grapheme' }))
const words = perReader(() => new Intl.Segmenter(undefined, { granularity: 'word' }))

/** Matches names without `\p{…}` segmentation, whose data takes the browser 20 ms to load. */
const plain =
  /^\p{L}(?:(?=[\u0300-\u036f\u0900-\u0d7f])(?![\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d])\p{M})*(?![\p{M}\p{Cf}\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff])/u

const firstGrapheme = (text: string): string => {
  for (const { segment } of graphemes().segment(text)) return segment
  return ''
}

/** The first letters of the first and last word of a name; empty for a blank name. */
export function initials(name: string): string {
  const parts = name.trim().split(/\s+/u).filter(Boolean)
  const [first, last] = [parts[0], parts.at(-1)]
  if (first === undefined || last === undefined) return ''
  const start = firstOf(first)
  if (parts.length === 1) return start
  const end = firstOf(last)
  // In Arabic script, two adjacent letters would be joined and look like a word.
  return /\p{Script=Arabic}/u.test(start + end) ? start : start + end
}

const firstOf = (part: string): string =>
  (plain.exec(part)?.[0] ?? firstGrapheme(wordIn(part))).toLocaleUpperCase()

/** A word without punctuation before it, if it contains a letter; else unchanged. */
function wordIn(part: string): string {
  for (const { segment, isWordLike } of words().segment(part)) if (isWordLike) return segment
  return part
}
