import { currentTranslator, isolated, type Message, t } from '@steward/i18n/reader'

/** A label in the middle of a sentence, `filter by status`: without its capital letter, but for German nouns. */
export const inSentence = (label: Message): string => withoutCapital(t(label))

/** As {@link inSentence}, of words that are translated already. */
export function withoutCapital(words: string): string {
  const { language } = currentTranslator().reader
  if (language === 'en') return words.toLowerCase()
  const isShort = /^\p{Lu}\p{Lu}/u.test(words)
  if (language === 'de' || isShort) return words
  return words.charAt(0).toLocaleLowerCase(language) + words.slice(1)
}

/** Words in a row, without an “and”: `Ann, Bea, Cid`. */
export const inRow = (words: readonly string[]): string =>
  words.join(t(', ', {}, 'between the items of a list'))

/** Sentences after one another; Japanese has no space between them. */
export const inSentences = (sentences: readonly string[]): string =>
  sentences.join(t(' ', {}, 'between two sentences'))

/**
 * Texts beside each other, such as the number and the title of a bill: `B-000260 · Rent`. Each keeps its own direction, and
 * they stand in that of the page, whichever of them is first.
 */
export function besideEachOther(texts: readonly (string | null | undefined)[]): string {
  const { direction } = currentTranslator()
  const there = texts.flatMap((text) => text || [])
  const words = there.map((text) => isolated(text, direction)).join(' · ')
  // The mark decides the direction of the whole where it is found out by the first letter (`dir="auto"`).
  return words === there.join(' · ') ? words : (direction === 'rtl' ? '\u200f' : '\u200e') + words
}
