import { decodeHTMLStrict } from 'entities'
import type { ReadingOptions } from '../options.ts'

export const decodeWays = ['unescape', 'entities'] as const

/** Consecutive `\u` escapes match together, as a character beyond the first plane takes two. */
const escapes = /\\["/]|(?:\\u[\da-f]{4})+/gi

/** Matches entities; the longest name has 31 letters. */
const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi

/** Functions that decode a text once: JSON escapes such as `\u00e9`, or entities such as `&amp;`. */
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

/** The decoded text, or what was found where that decodes to nothing, null or half a character. */
const usable = (text: string, found: string): string =>
  /[\0\ufffd]/.test(text) || !text.isWellFormed() ? found : text

/** The function that decodes in the ways that the options request; null for none. */
export function decoderOf(options: ReadingOptions): ((text: string) => string) | null {
  const asked = decodeWays.filter((way) => options[way])
  if (asked.length === 0) return null
  return (text) => asked.reduce((decoded, way) => decode[way](decoded), text)
}
