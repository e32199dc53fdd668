import { type Said, written } from '@steward/i18n/sentence'
import '@steward/i18n/lazy-compiler'
import { currentTranslator, setTranslator, translator } from '@steward/i18n/reader'

type Environment = Record<string, string | undefined>

/**
 * The locales that a shell asks for, the best first, as `de-AT`; none where that is English or nothing.
 * As in gettext: the first of `LC_ALL`, `LC_MESSAGES` and `LANG`, and `LANGUAGE` before it where it isn't `C`.
 */
export function askedLocales(environment: Environment): string[] {
  const [name] = ['LC_ALL', 'LC_MESSAGES', 'LANG'].flatMap((each) => environment[each] || [])
  const locale = localeIn(name)
  if (!locale) return []
  return [
    ...(environment['LANGUAGE'] ?? '').split(':').flatMap((each) => localeIn(each) ?? []),
    locale,
  ]
}

/** `de_AT.UTF-8@euro` as `de-AT`; undefined for `C`, `POSIX`, and what isn't a locale. */
function localeIn(name: string | undefined): string | undefined {
  const [plain = ''] = (name ?? '').split(/[.@]/)
  if (!plain || plain === 'C' || plain === 'POSIX') return undefined
  try {
    return Intl.getCanonicalLocales(plain.replaceAll('_', '-'))[0]
  } catch {
    return undefined
  }
}

const languageIn = (locale: string) => locale.split('-', 1)[0] ?? locale

/** The first locale of those that a shell asks for whose language Steward speaks; English by default. */
async function foundLocale(environment: Environment) {
  for (const locale of askedLocales(environment)) {
    const language = languageIn(locale)
    if (language === 'en') break
    const { languageCodes } = await import('@steward/i18n/catalog')
    if (languageCodes().includes(language)) return { language, locale }
  }
  return { language: 'en', locale: 'en' }
}

/**
 * Lets this process write for the person at the terminal in the language of their shell. Texts of the other
 * direction aren't isolated, since paths, passwords and commands are copied from there.
 */
export async function speakLanguageOf(environment: Environment): Promise<void> {
  const { language, locale } = await foundLocale(environment)
  const { readCatalog } =
    language === 'en' ? { readCatalog: () => ({}) } : await import('@steward/i18n/catalog')
  setTranslator(translator({ language, locale, isolates: false }, readCatalog(language)))
}

/** What is said, in the language of this process. */
export const forTerminal = (said: Said): string => written(said, currentTranslator())
