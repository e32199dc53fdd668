import { readdirSync, readFileSync } from 'node:fs'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import PO from 'pofile'
import type { Compiled, Token } from './message.ts'
import { type Catalog, keyOf } from './reader.ts'

const folder = new URL('../locales/', import.meta.url)

/** The languages that there are: English, and one for each file of `locales/`. */
export const languageCodes = (): string[] => [
  'en',
  ...readdirSync(folder)
    .filter((name) => name.endsWith('.po'))
    .map((name) => name.slice(0, -3))
    .sort(),
]

/** What a language calls itself: `Deutsch`. */
export function languageName(code: string): string {
  const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1)
}

/** The file of a language. */
export const poOf = (language: string): PO =>
  PO.parse(readFileSync(new URL(`${language}.po`, folder), 'utf8'))

/**
 * Compiles a message of ICU MessageFormat.
 * @throws where it can't be read
 */
export function compiled(message: string): Compiled {
  const tokens = asTokens(compileMessageOrThrow(message))
  return tokens.every((token) => typeof token === 'string') ? tokens.join('') : tokens
}

/** What Lingui compiles, which leaves out the array around a text that stands alone. */
function asTokens(made: unknown): Token[] {
  if (!Array.isArray(made)) return [String(made)]
  return made.map((token) => {
    if (typeof token === 'string') return token
    const [name, kind, cases] = token as [string, 'plural' | undefined, Record<string, unknown>]
    if (kind === undefined) return [name] as const
    if (!['plural', 'select', 'selectordinal'].includes(kind))
      throw new Error(`{${name}, ${kind}} is neither a plural nor a select`)
    const { offset: _, ...own } = cases
    const read = Object.entries(own).map(([key, each]) => [key, asTokens(each)] as const)
    return [name, kind, Object.fromEntries(read)] as const
  })
}

/** Reads the messages of a language from its file; those without a translation, or with one that can't be read, are left out. */
export function readCatalog(language: string): Catalog {
  if (language === 'en') return {}
  const messages: Record<string, Compiled> = {}
  for (const { msgid, msgctxt, msgstr, obsolete } of poOf(language).items) {
    const [text = ''] = msgstr
    if (text === '' || obsolete) continue
    try {
      messages[keyOf(msgid, msgctxt)] = compiled(text)
    } catch {
      // English is shown; the check of the messages says what is wrong.
    }
  }
  return messages
}
