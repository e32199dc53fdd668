import { compiled, poOf, readCatalog } from '@steward/i18n/catalog'
import { addEnglish, keyOf, translator } from '@steward/i18n/reader'

/** The language that the windows of this run read in, as `STEWARD_LANGUAGE=ar` sets it; English by default. */
export const language = process.env['STEWARD_LANGUAGE'] ?? 'en'

/** The locale that browsers are set to. */
export const locale = language === 'en' ? 'en-GB' : language

const reader = translator({ language, locale, timeZone: 'Europe/Berlin' }, readCatalog(language))
const { items } = poOf('de')
const known = new Set(items.map(({ msgid, msgctxt }) => keyOf(msgid, msgctxt)))

// Plurals: the server compiles them by code that it requires, which Playwright can't load.
const plurals = items.filter(({ msgid }) => /\{\w+\s*,/.test(msgid))
addEnglish(
  Object.fromEntries(
    plurals.map(({ msgid, msgctxt }) => [keyOf(msgid, msgctxt), compiled(msgid)] as const),
  ),
)

/**
 * What the screens of this run say for a message.
 * @param message its English text, which is its id
 * @throws where no screen has such a message
 */
export const t: typeof reader.t = (message, values, context) => {
  if (!known.has(keyOf(message, context))) throw new Error(`no such message: ${message}`)
  return reader.t(message, values, context)
}

/** Stands for whatever a placeholder may hold. */
export const anything = '\ue000'

/** A text as the source of a regular expression. */
export const pattern = (text: string): string =>
  text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&').replaceAll(anything, '.*')

function patternOf(...[message, values, context]: Parameters<typeof t>): string {
  const names = [...message.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => [name, anything])
  return pattern(t(message, { ...Object.fromEntries(names), ...values }, context))
}

/** A text that a message is a part of, with anything in the placeholders that no value is given for. */
export const within = (...asked: Parameters<typeof t>): RegExp => new RegExp(patternOf(...asked))

/** A text that is a message, with anything in the placeholders that no value is given for. */
export const like = (...asked: Parameters<typeof t>): RegExp =>
  new RegExp(`^${patternOf(...asked)}$`)

/** As `t`, where a screen draws values as elements, which isolate them, and parts of the message by tags. */
export const drawn: typeof t = (message, values = {}, context) => {
  // What is no text is written as it is.
  const elements = Object.entries(values).map(([name, value]) => [name, Object(value)])
  return t(message, Object.fromEntries(elements), context).replaceAll(/<\/?\w+>/g, '')
}

export const { count, listed } = reader
