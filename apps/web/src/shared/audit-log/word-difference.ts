import { diffArrays } from 'diff'

/** A stretch of a text: in both, only in the one before, or only in the one after. */
export interface Stretch {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** How long two texts are compared at most, in milliseconds. */
const maxTime = 150
/** The share of the longer text that has to be in both, so that they are shown as one. */
const leastAlike = 0.3

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** The words of a text, blanks with the word before them; of any script. */
function wordsOf(text: string): string[] {
  const words: string[] = []
  for (const { segment } of segmenter.segment(text)) {
    const last = words.length - 1
    if (last >= 0 && segment.trim() === '') words[last] += segment
    else words.push(segment)
  }
  return words
}

/**
 * Compares two texts word by word (a word diff).
 * @returns null where they have too little in common, or would take too long to compare
 */
export function wordDifference(before: string, after: string): Stretch[] | null {
  const parts = diffArrays(wordsOf(before), wordsOf(after), { timeout: maxTime })
  if (!parts) return null
  const stretches = parts.map(
    ({ added, removed, value }): Stretch => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text: value.join(''),
    }),
  )
  const same = stretches.filter(({ kind }) => kind === 'same')
  const alike = same.reduce((sum, { text }) => sum + text.length, 0)
  return alike >= leastAlike * Math.max(before.length, after.length) ? stretches : null
}
