import { languageCodes, readCatalog } from '@steward/i18n/catalog'
import { type Catalog, type Translator, translator } from '@steward/i18n/reader'
import { rewording } from '@steward/i18n/words/rewording'
import type { OwnWords, Words } from '@steward/i18n/words/words'
import { keepLatest } from './keep-latest.ts'

const codes = languageCodes()
/** Whether there are messages of a language. */
export const isLanguage = (code: string): boolean => codes.includes(code)

const translators = new Map<string, Translator>()
const reworded = new Map<string, Translator>()
const catalogs = new Map<string, Catalog>()

function catalogOf(code: string): Catalog {
  const found = catalogs.get(code) ?? readCatalog(code)
  catalogs.set(code, found)
  return found
}

/**
 * What writes in a language for somebody who isn't at the server; English where there are no messages of it.
 * The messages are read with the first text, which takes a tenth of a second, and kept.
 * @param words of the community, in place of the usual ones
 */
export function translatorIn(
  language: string | null | undefined,
  { [codeOf(language)]: own }: Words = {},
): Translator {
  const code = codeOf(language)
  const found =
    translators.get(code) ?? translator({ language: code, locale: code }, catalogOf(code))
  translators.set(code, found)
  return own ? rewordedIn(code, own) : found
}

/** What writes in a language by the words of the community; kept for those used last. */
function rewordedIn(code: string, own: OwnWords): Translator {
  const key = `${code} ${JSON.stringify(own)}`
  const found =
    reworded.get(key) ??
    translator({ language: code, locale: code }, catalogOf(code), rewording(code, own))
  keepLatest(reworded, key, found, codes.length)
  return found
}

const codeOf = (language: string | null | undefined) =>
  codes.find((each) => each === language) ?? 'en'
