/** Said where a text holds what the database can't. */
const unstorable = 'must not hold characters that can’t be stored'

/** Said where a text holds a sign that turns its direction. */
const turning =
  'must not hold invisible signs that turn the direction of text; type it anew instead of pasting it'

/** Embeddings, overrides and isolates turn the text around them: `gpj.exe` shows as `exe.jpg`. Plain marks (LRM) stay. */
const direction = /[\u202a-\u202e\u2066-\u2069]/

/** Invisible signs that no script needs within a line: byte order marks, deprecated formats, annotations. */
const invisible = /[\ufeff\u206a-\u206f\ufff9-\ufffb]|\p{Noncharacter_Code_Point}/u

/** Tags are at home in flags such as the one of Scotland, and nowhere else. */
const flagWithTags = /\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f}/gu
const tag = /[\u{e0000}-\u{e007f}]/u

/** Anything that can be seen. */
const visible = /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

/**
 * What is wrong with the characters of a single line; joiners, variation selectors, combining and direction marks are
 * part of many scripts and of emoji, and are fine.
 * @returns words that go after the field's name; null where nothing is, for an empty text too
 */
export function flawOfLine(text: string): string | null {
  if (text.includes('\0') || !text.isWellFormed()) return unstorable
  if (/[\n\r\u2028\u2029]/.test(text)) return 'must be a single line'
  if (/\p{Cc}/u.test(text)) return 'must not hold control characters'
  if (direction.test(text)) return turning
  if (invisible.test(text) || tag.test(text.replaceAll(flagWithTags, ''))) {
    return 'must not hold invisible characters; type it anew instead of pasting it'
  }
  if (text !== '' && !visible.test(text)) return 'must hold something that can be seen'
  return null
}

/** The same of a text of several lines, where line breaks and tabs are fine. */
export function flawOfText(text: string): string | null {
  if (text.includes('\0') || !text.isWellFormed()) return unstorable
  if (/\p{Cc}/u.test(text.replaceAll(/[\n\r\t]/g, ''))) return 'must not hold control characters'
  return direction.test(text) ? turning : null
}

/** Whether a text holds characters that can't be seen, whatever they are for: no address needs one. */
export const holdsInvisible = (text: string): boolean =>
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]/u.test(
    text,
  )
