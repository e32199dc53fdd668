import { diffArrays } from 'diff'

export interface Stretch {
  kind: 'same' | 'removed' | 'added'
  text: string
}

const maxTime = 150
/** The least share of the longer text that both must have in common for a word diff. */
const leastAlike = 0.3

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Splits a text into words, each with the blanks after it, in any script. */
function wordsOf(text: string): string[] {
  const words: string[] = []
  for (const { segment } of segmenter.segment(text)) {
    const last = words.length - 1
    if (last >= 0 && segment.trim() === '') words[last] += segment
    else words.push(segment)
  }
  return words
}

/** A diff by words; null where the texts differ too much or the diff takes too long. */
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
