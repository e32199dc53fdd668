const unstorable = 'must not hold characters that can’t be stored'

const turning =
  'must not hold invisible signs that turn the direction of text; type it anew instead of pasting it'

/** Signs that reverse the direction of text: with them `gpj.exe` shows as `exe.jpg`. Plain marks (LRM) are allowed. */
const direction = /[\u202a-\u202e\u2066-\u2069]/

/** Byte order marks, deprecated formats and annotations, which no script needs within a line. */
const invisible = /[\ufeff\u206a-\u206f\ufff9-\ufffb]|\p{Noncharacter_Code_Point}/u

/** Flags such as Scotland's, the only emoji in which tag characters are allowed. */
const flagWithTags = /\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f}/gu
const tag = /[\u{e0000}-\u{e007f}]/u

const visible = /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

/**
 * What is wrong with the characters of a line. Joiners, variation selectors, combining and direction marks are
 * allowed.
 * @returns words that follow the field's name; null if it has no flaw, as if it is empty
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

/** Like {@link flawOfLine}, but line breaks and tabs are allowed. */
export function flawOfText(text: string): string | null {
  if (text.includes('\0') || !text.isWellFormed()) return unstorable
  if (/\p{Cc}/u.test(text.replaceAll(/[\n\r\t]/g, ''))) return 'must not hold control characters'
  return direction.test(text) ? turning : null
}

/** Whether a text has invisible characters, none of which an address needs. */
export const holdsInvisible = (text: string): boolean =>
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]/u.test(
    text,
  )
