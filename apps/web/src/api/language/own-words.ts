import { translator } from '@steward/i18n/reader'
import { rewording } from '@steward/i18n/words/rewording'
import type { Words } from '@steward/i18n/words/words'
import { isOwnApi } from '../config.ts'
import { makeTranslatorsBy, showAs, shownPreferences } from './language.ts'

// Loaded only where there are words.

/** Takes the words of the community, from the next `showAs` on. */
export function takeWords(words: Words): void {
  makeTranslatorsBy((reader, catalog) => {
    const own = words[reader.language]
    const reword = own && rewording(reader.language, own)
    if (!reword) return translator(reader, catalog)
    // Another server's English may hold what people typed.
    const english = isOwnApi() ? reword.english : undefined
    return translator({ ...reader, words: own }, catalog, { ...reword, english })
  })
}

/** Takes other words, and shows everything by them. */
export async function changeWords(words: Words): Promise<void> {
  takeWords(words)
  await showAs(shownPreferences())
}
