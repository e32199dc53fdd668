import { isUtf8 } from 'node:buffer'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import PO from 'pofile'
import { compiled, languageCodes, languageName } from '../src/catalog.ts'
import type { Compiled, Token } from '../src/message.ts'
import { keyOf, textOf } from '../src/reader.ts'
import type { Found, Unmarked } from './extract.ts'

type Messages = ReadonlyMap<string, readonly Found[]>

const fileOf = (language: string) =>
  fileURLToPath(new URL(`../locales/${language}.po`, import.meta.url))

/**
 * Writes the messages of the code into the file of every language: new ones without a translation, and those
 * that no code uses any more are taken out.
 * @param also languages whose file is to be made
 */
export function updateCatalogs(messages: Messages, also: readonly string[] = []): void {
  for (const language of new Set([...languageCodes(), ...also])) {
    if (language !== 'en') writeFileSync(fileOf(language), updated(language, messages))
  }
}

function updated(language: string, messages: Messages): string {
  const file = existsSync(fileOf(language))
    ? PO.parse(readFileSync(fileOf(language), 'utf8'))
    : begun(language)
  const known = new Map(file.items.map((item) => [keyOf(item.msgid, item.msgctxt), item]))
  file.items = [...messages]
    .sort(([, [one]], [, [other]]) => byPlace(one, other))
    .map(([key, uses]) => {
      const item = known.get(key) ?? new PO.Item()
      const [first] = uses
      item.msgid = first?.message ?? ''
      if (first?.context) item.msgctxt = first.context
      item.extractedComments = [...new Set(uses.flatMap(({ notes }) => notes))]
      // Without lines, which would change with every edit.
      item.references = [...new Set(uses.map(({ at }) => at.replace(/:\d+$/, '')))]
      return item
    })
  return `${file.toString().trimEnd()}\n`
}

const byPlace = (one: Found | undefined, other: Found | undefined) => {
  const [a, b] = [one?.at ?? '', other?.at ?? ''].map((at) => at.split(':')) as [string[], string[]]
  if (a[0] !== b[0]) return (a[0] ?? '') < (b[0] ?? '') ? -1 : 1
  return Number(a[1]) - Number(b[1])
}

function begun(language: string): PO {
  const file = new PO()
  file.comments = [
    ` ${languageName(language)}. See docs/translating.md.`,
    ' No speaker of the language has read it yet; who has puts their name and the day here.',
  ]
  file.headers = {
    Language: language,
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=UTF-8',
    'Content-Transfer-Encoding': '8bit',
  }
  return file
}

/** What is wrong with the messages of the code and their translations. */
export interface Checked {
  /** Mistakes, a line each. */
  mistakes: string[]
  /** The messages without a translation, by language. */
  untranslated: ReadonlyMap<string, readonly string[]>
}

/**
 * Checks the messages of the code and the files of languages.
 * @param only the languages to look at; all by default
 */
export function checkCatalogs(
  messages: Messages,
  unmarked: readonly Unmarked[],
  only: readonly string[] = [],
): Checked {
  const mistakes = unmarked.map(({ at, text }) => `${at}: not marked for translation: ${text}`)
  for (const [key, [first]] of messages) {
    try {
      compiled(first?.message ?? key)
    } catch (error) {
      mistakes.push(`${first?.at}: ${firstLine(error)}: ${first?.message}`)
    }
  }
  const untranslated = new Map<string, readonly string[]>()
  for (const language of languageCodes()) {
    if (language === 'en' || (only.length > 0 && !only.includes(language))) continue
    const found = checkLanguage(language, messages)
    mistakes.push(...found.mistakes)
    if (found.untranslated.length > 0) untranslated.set(language, found.untranslated)
  }
  return { mistakes, untranslated }
}

const firstLine = (error: unknown) => String((error as Error).message).split('\n')[0] ?? ''

function checkLanguage(language: string, messages: Messages) {
  const file = `packages/i18n/locales/${language}.po`
  const bytes = readFileSync(fileOf(language))
  if (!isUtf8(bytes)) return { mistakes: [`${file}: is not in UTF-8`], untranslated: [] }
  const mistakes = brokenLines(bytes.toString()).map((problem) => `${file}:${problem}`)
  const untranslated: string[] = []
  const seen = new Set<string>()
  for (const item of PO.parse(bytes.toString()).items) {
    const { msgid, msgctxt, msgstr, flags } = item
    const [text = ''] = msgstr
    const key = keyOf(msgid, msgctxt)
    const say = (problem: string) => mistakes.push(`${file}: ${problem}: ${msgid}`)
    if (seen.has(key)) say('is there twice')
    seen.add(key)
    if (!messages.has(key)) say('no code uses it')
    else if (text === '' || flags['fuzzy']) untranslated.push(msgid)
    else for (const problem of problemsWith(language, msgid, text)) say(problem)
  }
  const lacking = [...messages.keys()].filter((key) => !seen.has(key))
  return { mistakes, untranslated: [...untranslated, ...lacking.map(textOf)] }
}

/** The lines of a PO file that no program for translators can read, as `12: …`. */
export const brokenLines = (text: string): string[] =>
  text.split(/\r?\n/).flatMap((line, at) => {
    if (/^(#.*)?$/.test(line)) return []
    if (/^(msgctxt |msgid |msgstr )?"(\\.|[^"\\])*"\s*$/.test(line)) return []
    return [
      `${at + 1}: must be a text in straight quotes, "…", with any quotes in it as \\": ${line}`,
    ]
  })

/** What is wrong with a translation of a message, by its placeholders, tags and cases. */
export function problemsWith(language: string, message: string, translation: string): string[] {
  if (translation.trim() === '' && message.trim() !== '') return ['has blanks for a translation']
  let to: Shape
  try {
    to = shapeOf(compiled(translation))
  } catch (error) {
    return [`can’t be read, ${firstLine(error)}`]
  }
  const from = shapeOf(compiled(message))
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  const categories = new Set<string>(pluralCategories)
  const needed = pluralCategories.join(', ')
  return [
    ...[...from.names].filter((name) => !to.names.has(name)).map((name) => `lost ${name}`),
    ...[...to.names].filter((name) => !from.names.has(name)).map((name) => `unknown ${name}`),
    ...(to.hasBrace && !from.hasBrace ? ['has a brace that opens or closes nothing'] : []),
    ...(hasOpenTag(to.texts) && !hasOpenTag(from.texts) ? ['has a tag that isn’t closed'] : []),
    ...to.plurals.flatMap(([name, cases]) => {
      const given = Object.keys(cases)
      const missing = pluralCategories.filter((each) => !given.includes(each)).sort()
      const more = given.filter((each) => !/^\d+$/.test(each) && !categories.has(each))
      return [
        ...(missing.length > 0
          ? [`the plural of {${name}} lacks ${missing.join(', ')}; the language has ${needed}`]
          : []),
        ...more.map((each) => `the plural of {${name}} has ${each}; the language has ${needed}`),
      ]
    }),
    ...from.written
      .difference(to.written)
      .keys()
      // What is lost whole is named already.
      .filter((name) => to.names.has(`{${name}}`))
      .map((name) => `nowhere writes {${name}} or its #`),
    ...from.selects.flatMap(([name, cases]) => {
      const own = to.selects.filter(([other]) => other === name).map(([, all]) => Object.keys(all))
      const lost = Object.keys(cases).filter((each) => own.every((all) => !all.includes(each)))
      return lost.map((each) => `the select of {${name}} lacks ${each}, which stays in English`)
    }),
  ]
}

type Cases = Readonly<Record<string, readonly Token[]>>

interface Shape {
  /** Placeholders and tags. */
  names: Set<string>
  plurals: [name: string, cases: Cases][]
  selects: [name: string, cases: Cases][]
  /** The placeholders that are written as they are, or as the number of a plural. */
  written: Set<string>
  /** Each text with its tags, in order. */
  texts: string[]
  hasBrace: boolean
}

function shapeOf(message: Compiled): Shape {
  const shape: Shape = {
    names: new Set(),
    written: new Set(),
    plurals: [],
    selects: [],
    texts: [],
    hasBrace: false,
  }
  const take = (tokens: readonly Token[]) => {
    for (const token of tokens) {
      if (typeof token === 'string') {
        for (const [tag] of token.matchAll(/<\/?\w+\/?>/g)) shape.names.add(tag)
        shape.texts.push(token)
        shape.hasBrace ||= /[{}]/.test(token)
        continue
      }
      shape.names.add(`{${token[0]}}`)
      if (token.length === 1) {
        shape.written.add(token[0])
        continue
      }
      if (token[1] === 'plural') {
        if (token[2]['other']?.includes('#')) shape.written.add(token[0])
        shape.plurals.push([token[0], token[2]])
      }
      if (token[1] === 'select') shape.selects.push([token[0], token[2]])
      for (const each of Object.values(token[2])) take(each)
    }
  }
  take(typeof message === 'string' ? [message] : message)
  return shape
}

/** Whether a tag is closed before it is opened, or never. */
function hasOpenTag(texts: readonly string[]): boolean {
  const open: string[] = []
  for (const [, closes, name = ''] of texts.join('').matchAll(/<(\/?)(\w+)>/g)) {
    if (closes === '') open.push(name)
    else if (open.pop() !== name) return true
  }
  return open.length > 0
}
