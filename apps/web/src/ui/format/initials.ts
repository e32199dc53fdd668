import { once } from './locale.ts'

const graphemes = once(() => new Intl.Segmenter(undefined, { granularity: 'grapheme' }))
const words = once(() => new Intl.Segmenter(undefined, { granularity: 'word' }))

/**
 * A letter that nothing joins, with its marks: most names begin with one. For others the browser loads what
 * it knows of scripts, which takes 20 milliseconds.
 */
const plain =
  /^\p{L}(?:(?=[\u0300-\u036f\u0900-\u0d7f])(?![\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d])\p{M})*(?![\p{M}\p{Cf}\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff])/u

const firstGrapheme = (text: string): string => {
  for (const { segment } of graphemes().segment(text)) return segment
  return ''
}

/**
 * The first letter of the first and the last word of a name, as people count letters.
 * @returns one or two; empty for a name of blanks
 */
export function initials(name: string): string {
  const parts = name.trim().split(/\s+/u).filter(Boolean)
  const [first, last] = [parts[0], parts.at(-1)]
  if (first === undefined || last === undefined) return ''
  const start = firstOf(first)
  if (parts.length === 1) return start
  const end = firstOf(last)
  // Joined scripts such as Arabic would fuse the two letters into a word that nobody wrote.
  return /\p{Script=Arabic}/u.test(start + end) ? start : start + end
}

const firstOf = (part: string): string =>
  (plain.exec(part)?.[0] ?? firstGrapheme(wordIn(part))).toLocaleUpperCase()

/** The part of a word after any quotes or brackets before it; the word itself if it has no letter. */
function wordIn(part: string): string {
  for (const { segment, isWordLike } of words().segment(part)) if (isWordLike) return segment
  return part
}
