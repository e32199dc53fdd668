import type { Values } from './message.ts'
import { type Message, type Translator, translator } from './reader.ts'

/**
 * A message with its values, for a reader who isn't known where it is made: it is read in English as a
 * string, and written in another language by `written`.
 */
export class Sentence {
  readonly template: Message
  readonly params: Values

  constructor(template: Message, params: Values) {
    this.template = template
    this.params = params
  }

  /** In English, with texts as they are. */
  toString(): string {
    return english.t(this.template, mapped(this.params, verbatim))
  }
}

/** What is said to somebody: English that needs no values, or a message with its values. */
export type Said = string | Sentence

const english = translator({ language: 'en', locale: 'en' })

/** A sentence of a message and its values; see `Translator.t`. A value may be a sentence, too. */
export const say = (template: Message, params: Values): Sentence => new Sentence(template, params)

/** What is said as a value of another sentence, where text alone would be that of a person. */
export const nested = (said: Said): Sentence => (typeof said === 'string' ? say(said, {}) : said)

/** Several things said, each on a line of its own. */
export const onLines = (all: readonly Said[]): Sentence =>
  all.map(nested).reduceRight((others, line) => new Sentence('{line}\n{others}', { line, others }))

/** What a translation of something said is made from, as it is sent; empty where that is its English alone. */
export const translatable = (said: Said): Partial<Pick<Sentence, 'template' | 'params'>> =>
  typeof said === 'string' || Object.keys(said.params).length === 0
    ? {}
    : { template: said.template, params: said.params }

/** Something said as it is sent: in English, with what a translation of it is made from. */
export const messageOf = (said: Said) => ({ message: String(said), ...translatable(said) })

/** What was said elsewhere, such as in another thread, from which sentences come as plain objects. */
export function saidIn(sent: string | Pick<Sentence, 'template' | 'params'>): Said {
  if (typeof sent === 'string') return sent
  const value = (each: unknown) =>
    typeof each === 'object' && each !== null && 'template' in each
      ? saidIn(each as Sentence)
      : each
  return say(sent.template, mapped(sent.params, value))
}

/** A sentence in a reader's language. */
export function written(said: Said, { t }: Pick<Translator, 't'>): string {
  if (typeof said === 'string') return t(said)
  const value = (each: unknown) => (each instanceof Sentence ? written(each, { t }) : each)
  return t(said.template, mapped(said.params, value))
}

const mapped = (values: Values, change: (value: unknown) => unknown): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))

/** A text without marks that isolate it: they'd stand in answers and logs. */
function verbatim(value: unknown): unknown {
  if (Array.isArray(value)) return { toString: () => english.listed(value.map(String)) }
  return typeof value === 'string' ? { toString: () => value } : value
}
