import type { OwnWords, Words } from '@steward/i18n/words/words'

/** A word of a form; empty for the usual one. */
export const wordOf = (words: Words, language: string, form: string): string =>
  words[language]?.[form] ?? ''

/** The words with another one; an empty one is the usual one again. */
export const withWord = (words: Words, language: string, form: string, word: string): Words => ({
  ...words,
  [language]: { ...words[language], [form]: word },
})

/** The words without blanks around them, and without those that are the usual ones. */
export function sentWords(words: Words): Words {
  const languages = Object.entries(words).map(([language, own]) => {
    const kept = Object.entries(own)
      .map(([form, word]) => [form, word.trim()] as const)
      .filter(([form, word]) => word !== '' && word !== form)
    return [language, Object.fromEntries(kept.sort(([one], [other]) => (one < other ? -1 : 1)))]
  })
  return Object.fromEntries(
    (languages as [string, OwnWords][])
      .filter(([, own]) => Object.keys(own).length > 0)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )
}

export const isSameWords = (one: Words, other: Words): boolean =>
  JSON.stringify(sentWords(one)) === JSON.stringify(sentWords(other))

/**
 * What was typed on words that somebody else has changed meanwhile: their words, with those typed here.
 * @param base the words that the typing began with
 */
export function mergedWords(base: Words, typed: Words, theirs: Words): Words {
  let merged = theirs
  for (const [language, own] of Object.entries(typed))
    for (const [form, word] of Object.entries(own))
      if (word !== wordOf(base, language, form)) merged = withWord(merged, language, form, word)
  return merged
}
