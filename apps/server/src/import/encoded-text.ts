import { decodeHTMLStrict } from 'entities'

/** What of a file's texts is turned back into the characters that it stands for. */
export interface EncodedOptions {
  /** Turns `\"` into `"`, `\/` into `/` and `\u00e9` into `é` in texts. */
  unescape?: boolean | undefined
  /** Turns HTML entities such as `&amp;`, `&#39;` and `&eacute;` into what they stand for in texts. */
  entities?: boolean | undefined
}

/** A way in which texts are encoded, as options and previews call it. */
export type Encoding = 'unescape' | 'entities'

/** Runs of `\u` belong together: a character beyond the first plane takes two. */
const escapes = /\\["/]|(?:\\u[\da-f]{4})+/gi

/** The longest name of an entity has 31 letters; what is longer is none. */
const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi

const decoders: Readonly<Record<Encoding, (text: string) => string>> = {
  unescape: (text) =>
    text.includes('\\') ? text.replace(escapes, (found) => plainOf(found) ?? found) : text,
  entities: (text) =>
    text.includes('&')
      ? text.replace(entity, (found) => usable(decodeHTMLStrict(found)) ?? found)
      : text,
}

function plainOf(found: string): string | null {
  if (found.length === 2) return found.slice(1)
  const units = found.match(/[\da-f]{4}/gi)?.map((hex) => Number.parseInt(hex, 16)) ?? []
  return usable(String.fromCharCode(...units))
}

/** No null character, no half of one, and nothing that stands for a code that there isn't. */
const usable = (text: string): string | null =>
  /[\0\ufffd]/.test(text) || !text.isWellFormed() ? null : text

/** Decodes a text once, in the ways that are asked for; null where it is left as it is anyway. */
export function decoderOf(options: EncodedOptions): ((text: string) => string) | null {
  const asked = (['unescape', 'entities'] as const).filter((each) => options[each])
  if (asked.length === 0) return null
  return (text) => asked.reduce((decoded, each) => decoders[each](decoded), text)
}

/** A text as it would be decoded in one way; null where nothing of it is encoded so. */
export function decodedIn(encoding: Encoding, text: string): string | null {
  const decoded = decoders[encoding](text)
  return decoded === text ? null : decoded
}
