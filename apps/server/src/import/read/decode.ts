import { decodeHTMLStrict } from 'entities'
import type { ReadingOptions } from '../options.ts'

export const decodeWays = ['unescape', 'entities'] as const

/** Runs of `\u` belong together: a character beyond the first plane takes two. */
const escapes = /\\["/]|(?:\\u[\da-f]{4})+/gi

/** The longest name of an entity has 31 letters; what is longer is none. */
const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi

/** Decodes a text once: `\"`, `\/` and `\u00e9`, or `&amp;`, `&#39;` and `&eacute;`, into what they mean. */
export const decode: Readonly<Record<(typeof decodeWays)[number], (text: string) => string>> = {
  unescape: (text) =>
    text.includes('\\')
      ? text.replace(escapes, (found) => {
          if (!/u/i.test(found)) return found.slice(1)
          const units = found.match(/[\da-f]{4}/gi) ?? []
          const codes = units.map((unit) => Number.parseInt(unit, 16))
          return usable(String.fromCharCode(...codes), found)
        })
      : text,
  entities: (text) =>
    text.includes('&')
      ? text.replace(entity, (found) => usable(decodeHTMLStrict(found), found))
      : text,
}

/** No null character, no half of one, and nothing for a code that there isn't: then what was found stays. */
const usable = (text: string, found: string): string =>
  /[\0\ufffd]/.test(text) || !text.isWellFormed() ? found : text

/** Decodes texts in the ways that are asked for; null for none. */
export function decoderOf(options: ReadingOptions): ((text: string) => string) | null {
  const asked = decodeWays.filter((way) => options[way])
  if (asked.length === 0) return null
  return (text) => asked.reduce((decoded, way) => decode[way](decoded), text)
}
