import { firstDays, numberShapes } from '@steward/contract/accounts/preferences-values'
import {
  type Catalog,
  currentTranslator,
  directionOf,
  type Reader,
  setTranslator,
  type Translator,
  translator,
} from '@steward/i18n/reader'
import type { Languages, Part } from './languages.ts'
import { loadMessages } from './messages.ts'
import {
  isOf,
  isOfPreferences,
  languageFor,
  type Preferences,
  preferredLanguages,
  storedPreferences,
  storePreferences,
} from './preferences.ts'

/** The languages that there are, by their code; English alone where the build says nothing of others. */
export const languages = (): Languages =>
  globalThis.stewardEarly?.languages ?? { en: { name: 'English' } }

/** The messages that are needed: those of the sign-in page, until somebody is signed in. */
const needed = new Set<Part>(['start'])
const loading = new Map<string, Promise<Catalog | null>>()

/** Messages of a language; none where they can't be loaded now, so that English is shown until they are. */
async function partOf(language: string, part: Part): Promise<Catalog> {
  const key = `${language} ${part}`
  const early = globalThis.stewardEarly?.messages
  const isEarly = early?.language === language && early.parts.includes(part)
  const begun =
    loading.get(key) ?? (isEarly ? early.loaded : loadMessages(languages()[language], [part]))
  loading.set(key, begun)
  const loaded = await begun
  if (loaded === null) {
    // Asked for again the next time.
    loading.delete(key)
    if (isEarly) delete globalThis.stewardEarly?.messages
  }
  return loaded ?? {}
}

const catalogOf = async (language: string): Promise<Catalog> =>
  Object.assign({}, ...(await Promise.all([...needed].map((part) => partOf(language, part)))))

const clocks = { 12: 'h12', 24: 'h23' } as const

/** How somebody reads, by their preferences and their browser. */
export function readerOf(preferences: Preferences): Reader {
  const preferred = preferredLanguages()
  const language = languageFor([preferences.language, ...preferred], Object.keys(languages()))
  // The browser's variant of the language, such as `en-GB`.
  const own = preferred.find((tag) => isOf(tag, language)) ?? language
  const clock = preferences.hours && clocks[preferences.hours]
  return {
    language,
    locale: clock ? `${own}-u-hc-${clock}` : own,
    numbers: numberShapes.find((shape) => shape === preferences.numbers) ?? own,
    timeZone:
      preferences.timeZone && isZone(preferences.timeZone) ? preferences.timeZone : undefined,
    firstDay: firstDays.find((day) => day === preferences.firstDay),
  }
}

/** Whether this browser knows a time zone, which another one may have stored. */
export function isZone(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone }))
  } catch {
    return false
  }
}

let make: (reader: Reader, catalog: Catalog) => Translator = translator

/** Takes another way to make translators, by words of the community (own-words.ts), from the next `showAs` on. */
export function makeTranslatorsBy(by: typeof make): void {
  make = by
}

let shown: Preferences = {}

/** The preferences by which everything is shown now. */
export const shownPreferences = (): Preferences => shown

/** The language that exports are headed in, and imports know them by; undefined for English, which is the default. */
export function exportLanguage(): string | undefined {
  const { language } = currentTranslator().reader
  return language === 'en' ? undefined : language
}

/** Shows everything as these preferences say, once the messages are here. */
export async function showAs(preferences: Preferences): Promise<void> {
  shown = preferences
  const reader = readerOf(preferences)
  const catalog = await catalogOf(reader.language)
  // Another choice may have been made meanwhile.
  if (shown !== preferences) return
  const root = document.documentElement
  root.lang = reader.language
  root.dir = directionOf(reader.language)
  setTranslator(make(reader, catalog))
}

/** Takes other preferences, shows everything by them and keeps them in this browser. */
export async function changePreferences(preferences: Preferences): Promise<void> {
  storePreferences(preferences)
  await showAs(preferences)
}

let rest: Promise<void> | undefined

/** Loads the messages of all but what the sign-in page begins with, once. */
export async function loadRest(): Promise<void> {
  needed.add('rest')
  // They are asked for again where they could not be loaded, as without a connection.
  if (!loading.has(`${readerOf(shown).language} rest`)) rest = showAs(shown)
  await rest
}

/** Follows the choice made in another tab. */
export function followPreferences(): void {
  window.addEventListener('storage', (event) => {
    if (isOfPreferences(event)) void showAs(storedPreferences())
  })
}
