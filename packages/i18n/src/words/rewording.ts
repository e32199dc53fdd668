import type { Compiled, Token } from '../message.ts'
import { directionOf, isolated, type Reword, textOf } from '../reader.ts'
import { formsOf, keptMessages, keptPhrases } from './terms.ts'
import type { OwnWords } from './words.ts'

/** What is written onto an Arabic word: and, then, in, for, as, the. */
const prefixes = '(?:[وف]?(?:[بك]?ال|لل|[بكل])?)'
/** English articles, and French ones and prepositions that are elided before a vowel. */
const articles: Readonly<Record<string, string>> = {
  en: '(?:\\b[Aa]n? )?',
  ar: prefixes,
  fr: '(?:\\b(?:[LlDd]’|[LlDd]e |[Ll]a ))?',
}

/** The most messages that are kept; there are some thousands, and a text without braces may be anybody's. */
const maxKept = 6_000

const inWord = '[\\p{L}\\p{M}\\p{N}_]'
const boundaries: Readonly<Record<string, readonly [before: string, after: string]>> = {
  // Japanese has no blanks between words, and only words in katakana are told apart.
  ja: ['(?<![ァ-ヶー])', '(?![ァ-ヶー])'],
}
/** Whole words alone, and nothing of a tag, an address, a path or a name with dots. */
const wholeWords = [`(?<!${inWord}|[</@.])`, `(?!${inWord}|[/@]|\\.\\p{L})`] as const

const capital = (word: string, language: string) =>
  word.replace(/^./u, (first) => first.toLocaleUpperCase(language))

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * Puts a community's words in place of the terms in messages: in one pass, the longest form first, whole words alone.
 * A form that isn't given stays, also where a shorter one that is given stands in it.
 * @param own words by form, such as `{ member: 'neighbour', members: 'neighbours' }`
 * @returns undefined where no word is another one
 */
export function rewording(language: string, own: OwnWords): Reword | undefined {
  const chosen = (form: string) => (typeof own[form] === 'string' && own[form]) || form
  const given = formsOf(language).filter((form) => chosen(form) !== form)
  if (given.length === 0) return undefined
  const direction = directionOf(language)
  const words = new Map<string, string>()
  for (const form of [...formsOf(language), ...(keptPhrases[language] ?? [])]) {
    const word = chosen(form)
    const shown = word === form ? form : isolated(word, direction)
    words.set(form, shown)
    const atStart = capital(form, language)
    if (atStart !== form) words.set(atStart, capital(shown, language))
  }
  const forms = [...words.keys()].sort((one, other) => other.length - one.length)
  const [before, after] = boundaries[language] ?? wholeWords
  const pattern = new RegExp(
    `${before}(${articles[language] ?? ''})(${forms.map(escaped).join('|')})${after}`,
    'gu',
  )
  const written = (text: string) =>
    text.replace(pattern, (found, article: string, form: string) => {
      const word = words.get(form) ?? form
      return word === form ? found : articleFor(language, article, word) + word
    })
  const english = (text: string, params: unknown) =>
    around(
      text,
      textsIn(params).sort((one, other) => other.length - one.length),
      written,
    )
  const kept = new Set(keptMessages)
  const reworded = new Map<string, Compiled>()
  return {
    message: (key, original) => {
      const found = reworded.get(key)
      if (found !== undefined) return found
      const made = kept.has(textOf(key)) ? original(key) : mapTexts(original(key), written)
      if (reworded.size < maxKept) reworded.set(key, made)
      return made
    },
    english: language === 'en' ? english : undefined,
  }
}

/** A text by other words, but for the parts of it that somebody typed. */
function around(
  text: string,
  [typed, ...rest]: readonly string[],
  write: (text: string) => string,
): string {
  if (typed === undefined) return write(text)
  return text
    .split(typed)
    .map((piece) => around(piece, rest, write))
    .join(typed)
}

/** The texts among the values of a sentence and of those within it. */
function textsIn(params: unknown): string[] {
  if (typeof params === 'string') return params === '' ? [] : [params]
  if (typeof params !== 'object' || params === null) return []
  const { template, params: within } = params as { template?: unknown; params?: unknown }
  return typeof template === 'string' ? textsIn(within) : Object.values(params).flatMap(textsIn)
}

/** An article, with its blank, as another word after it needs it. */
function articleFor(language: string, article: string, word: string): string {
  if (article === '' || language === 'ar') return article
  if (language === 'en') return `${article.charAt(0)}${isVowelInEnglish(word) ? 'n' : ''} `
  const first = article.charAt(0)
  if (/^[aeiouyhàâéèêëîïôöùûü]/i.test(word)) return `${first}’`
  return article.endsWith('’') ? `${first}e ` : article
}

const isVowelInEnglish = (word: string) =>
  /^(?!uni|use|us[ae]|eu|one)([aeiou]|hour|heir|honest|honou?r)/i.test(word)

/** A message with other texts; its placeholders and the names of its cases stay. */
function mapTexts(message: Compiled, change: (text: string) => string): Compiled {
  const ofTokens = (tokens: readonly Token[]): Token[] =>
    tokens.map((token) => {
      if (typeof token === 'string') return change(token)
      if (token.length === 1) return token
      const [name, kind, cases] = token
      const changed = Object.entries(cases).map(([key, each]) => [key, ofTokens(each)] as const)
      return [name, kind, Object.fromEntries(changed)] as const
    })
  return typeof message === 'string' ? change(message) : ofTokens(message)
}
