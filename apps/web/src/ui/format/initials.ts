const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const words = new Intl.Segmenter(undefined, { granularity: 'word' })

const firstGrapheme = (text: string): string => {
  for (const { segment } of graphemes.segment(text)) return segment
  return ''
}

/**
 * The initials of a name: the first character, as people count characters, of its first and last
 * word. Emoji with joiners and letters with accents stay whole.
 * @returns one or two characters; empty for a name of blanks
 */
export function initials(name: string): string {
  const parts = name.trim().split(/\s+/u).filter(Boolean)
  const [first, last] = [parts[0], parts.at(-1)]
  if (first === undefined || last === undefined) return ''
  const start = firstGrapheme(wordIn(first)).toLocaleUpperCase()
  if (parts.length === 1) return start
  const end = firstGrapheme(wordIn(last)).toLocaleUpperCase()
  // Joined scripts such as Arabic would fuse the two letters into a word that nobody wrote.
  return /\p{Script=Arabic}/u.test(start + end) ? start : start + end
}

/** The part of a word after any quotes or brackets before it; the word itself if it has no letter. */
function wordIn(part: string): string {
  for (const { segment, isWordLike } of words.segment(part)) if (isWordLike) return segment
  return part
}
