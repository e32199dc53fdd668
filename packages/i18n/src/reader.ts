import { type Compiled, isPlain, own, partsOf, splitPlain, type Values } from './message.ts'
import type { OwnWords } from './words/words.ts'

/**
 * The English text of a message, in ICU MessageFormat, as `t` takes it; with its context before it where it
 * has one.
 */
export type Message = string

/** The messages of a language by their English text. */
export type Catalog = Readonly<Record<string, Compiled>>

/** Puts the words of a community in place of ours; see `words/rewording.ts`. */
export interface Reword {
  /** A message by its key. @param original gives it with our words */
  message: (key: string, original: (key: string) => Compiled) => Compiled
  /** English that a server has written, by its values, which hold what people typed; undefined in other languages. */
  english: ((text: string, params: unknown) => string) | undefined
}

/** In which language, and how, somebody reads. */
export interface Reader {
  /** The language of words, such as `de`. */
  language: string
  /** The locale of dates and lists, such as `de-AT`; with Unicode extensions, as for the hours of a clock. */
  locale: string
  /** The locale of numbers; `locale` by default. */
  numbers?: string | undefined
  /** The IANA time zone; undefined for that of the process or browser. */
  timeZone?: string | undefined
  /** The first day of a week, from 1 for Monday to 7; Monday by default. */
  firstDay?: number | undefined
  /** Whether texts of the other direction are isolated; by default they are. */
  isolates?: boolean | undefined
  /** The words of the community in this language, in place of the usual ones. */
  words?: OwnWords | undefined
}

/** Stands between the context of a message and its text, as in gettext. */
const afterContext = '\u0004'

export const keyOf = (message: string, context?: string): Message =>
  context ? context + afterContext + message : message

/** The English text of a key. */
export const textOf = (key: string): string => key.slice(key.indexOf(afterContext) + 1)

/** Marks a text that is translated where it is shown: `t(msg('Save'))`. See `t` for what it takes. */
export const msg = (message: string, context?: string): Message => keyOf(message, context)

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const leftToRight = /(?![\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc])\p{L}/u

export type Direction = 'ltr' | 'rtl'
/** The direction of a language's script. */
export const directionOf = (language: string): Direction =>
  /^(ar|arc|ckb|dv|fa|he|ks|ku-Arab|nqo|pa-Arab|ps|sd|syr|ug|ur|yi)\b/.test(language)
    ? 'rtl'
    : 'ltr'

/** Isolates a text of the other direction, so that what stands around it keeps its order. */
export function isolated(text: string, within: Direction): string {
  const isOther = within === 'ltr' ? rightToLeft.test(text) : leftToRight.test(text)
  return isOther ? `\u2068${text}\u2069` : text
}

export interface Translator {
  reader: Reader
  direction: Direction
  /** Set where the community has words of its own in the reader's language. */
  reword?: Reword | undefined
  /**
   * The message in the reader's language; in English where it isn't translated.
   * @param message its English text in ICU MessageFormat, or one that `msg` has marked
   * @param values of its placeholders: numbers are written as the reader writes them, arrays as lists, texts
   *   of another direction are isolated
   * @param context tells translators two uses of a text apart: `t('Open', {}, 'a poll')`
   */
  t: (message: Message, values?: Values, context?: string) => string
  /** As `t`, in parts: values that are no text, such as React's elements, stand as they are. */
  parts: (message: Message, values?: Values, context?: string) => unknown[]
  /** Whether there is a translation of a message. */
  knows: (message: Message) => boolean
  /** A whole number with its thousands apart: `16,376`. */
  count: (value: number) => string
  /** `Ann, Bea, and Cid` */
  listed: (words: readonly string[]) => string
}

/** Compiles English messages that are more than plain; undefined in the browser, whose code brings them compiled. */
let compile: ((message: string) => Compiled) | undefined
export function setCompiler(compiler: (message: string) => Compiled): void {
  compile = compiler
}

/** English messages by their key, compiled by the build beside the code that uses them. */
const english: Record<string, Compiled> = {}
export function addEnglish(messages: Readonly<Record<string, Compiled>>): void {
  Object.assign(english, messages)
}

/** The most compiled messages that are kept beside a catalog; there are some hundreds. */
const maxKept = 2_000

/**
 * Makes what writes for a reader.
 * @param catalog the messages of their language; English needs none
 * @param reword puts a community's own words in place of ours; undefined where it has none
 */
export function translator(reader: Reader, catalog: Catalog = {}, reword?: Reword): Translator {
  const { language, locale, isolates = true } = reader
  const direction = directionOf(language)
  const fallbacks = new Map<string, Compiled>()
  const numbers = reader.numbers ?? locale
  const hasCommas = /^en(-(US|GB|IE|AU|NZ|CA))?$/.test(numbers)
  let number: Intl.NumberFormat | undefined
  let list: Intl.ListFormat | undefined

  function count(value: number): string {
    const isWhole = Number.isSafeInteger(value) && !Object.is(value, -0)
    // In most languages, and without the milliseconds to create a formatter.
    if (hasCommas && isWhole) return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
    number ??= new Intl.NumberFormat(numbers)
    return number.format(value)
  }
  function listed(words: readonly string[]): string {
    list ??= new Intl.ListFormat(locale, { type: 'conjunction' })
    return list.format(words)
  }
  const apart = (text: string) => (isolates ? isolated(text, direction) : text)
  function write(value: unknown): unknown {
    if (typeof value === 'number') return count(value)
    if (typeof value === 'string') return apart(value)
    if (!Array.isArray(value)) return value
    return listed(value.map((each) => apart(String(each))))
  }
  function compiledOf(key: string): Compiled {
    return reword ? reword.message(key, originalOf) : originalOf(key)
  }
  function originalOf(key: string): Compiled {
    const known = own(catalog, key) ?? own(english, key) ?? fallbacks.get(key)
    if (known !== undefined) return known
    const text = textOf(key)
    const made = isPlain(text) || !compile ? splitPlain(text) : compile(text)
    // A text without braces costs nothing, and may be anybody's.
    if (typeof made !== 'string' && fallbacks.size < maxKept) fallbacks.set(key, made)
    return made
  }
  const parts: Translator['parts'] = (message, values = {}, context) =>
    partsOf(compiledOf(keyOf(message, context)), values, language, write)
  const t: Translator['t'] = (message, values, context) => {
    const compiled = compiledOf(keyOf(message, context))
    return typeof compiled === 'string' ? compiled : parts(message, values, context).join('')
  }
  const knows = (message: Message) => Object.hasOwn(catalog, message)
  return { reader, direction, reword, t, parts, knows, count, listed }
}

/** What writes for whoever sits here: the browser's, or the command line's reader. */
let current = translator({ language: 'en', locale: 'en' })
const listeners = new Set<() => void>()

export const currentTranslator = (): Translator => current

export function setTranslator(next: Translator): void {
  current = next
  for (const listener of listeners) listener()
}

/** Calls a listener whenever the language changes. @returns what ends that */
export function onTranslator(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** For whoever sits here; see `Translator`. */
export const t: Translator['t'] = (message, values, context) => current.t(message, values, context)
export const count: Translator['count'] = (value) => current.count(value)
export const listed: Translator['listed'] = (words) => current.listed(words)
/** The locale of numbers and dates of whoever sits here. */
export const locale = (): string => current.reader.locale

/** Makes a value on its first use, anew for another reader; for Intl objects, which are slow to create. */
export function perReader<T>(make: () => T): () => T {
  let made: { of: Translator; value: T } | undefined
  return () => {
    if (made?.of !== current) made = { of: current, value: make() }
    return made.value
  }
}
