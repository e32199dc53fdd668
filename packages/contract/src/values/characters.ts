const unstorable = 'must not hold characters that can’t be stored'

const turning =
  'must not hold invisible signs that turn the direction of text; type it anew instead of pasting it'

/** `gpj.exe` shows as `exe.jpg`. Plain marks (LRM) stay. */
const direction = /[\u202a-\u202e\u2066-\u2069]/

/** Byte order marks, deprecated formats, annotations: no script needs them within a line. */
const invisible = /[\ufeff\u206a-\u206f\ufff9-\ufffb]|\p{Noncharacter_Code_Point}/u

/** Only at home in flags such as Scotland's. */
const flagWithTags = /\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f}/gu
const tag = /[\u{e0000}-\u{e007f}]/u

const visible = /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

/**
 * Joiners, variation selectors, combining and direction marks are fine: scripts and emoji need them.
 * @returns words after the field's name; null for none, also for an empty text
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

/** Line breaks and tabs are fine. */
export function flawOfText(text: string): string | null {
  if (text.includes('\0') || !text.isWellFormed()) return unstorable
  if (/\p{Cc}/u.test(text.replaceAll(/[\n\r\t]/g, ''))) return 'must not hold control characters'
  return direction.test(text) ? turning : null
}

/** No address needs any of them. */
export const holdsInvisible = (text: string): boolean =>
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]/u.test(
    text,
  )
