import { once } from './locale.ts'

const graphemes = once(() => new Intl.Segmenter(undefined, { granularity: 'grapheme' }))
const words = once(() => new Intl.Segmenter(undefined, { granularity: 'word' }))

/** A fast path without Unicode properties, which take the browser 20 ms to load. */
const plain =
  /^\p{L}(?:(?=[\u0300-\u036f\u0900-\u0d7f])(?![\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d])\p{M})*(?![\p{M}\p{Cf}\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff])/u

const firstGrapheme = (text: string): string => {
  for (const { segment } of graphemes().segment(text)) return segment
  return ''
}

/** First graphemes of the first and last word; empty for blanks. */
export function initials(name: string): string {
  const parts = name.trim().split(/\s+/u).filter(Boolean)
  const [first, last] = [parts[0], parts.at(-1)]
  if (first === undefined || last === undefined) return ''
  const start = firstOf(first)
  if (parts.length === 1) return start
  const end = firstOf(last)
  // Joined scripts would fuse two letters into a word.
  return /\p{Script=Arabic}/u.test(start + end) ? start : start + end
}

const firstOf = (part: string): string =>
  (plain.exec(part)?.[0] ?? firstGrapheme(wordIn(part))).toLocaleUpperCase()

/** The word without leading punctuation, if it has a letter. */
function wordIn(part: string): string {
  for (const { segment, isWordLike } of words().segment(part)) if (isWordLike) return segment
  return part
}
