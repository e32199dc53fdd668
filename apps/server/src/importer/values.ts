import { flawOfLine, flawOfText, holdsInvisible } from '@steward/contract/values/characters'
import { zoneNamed } from '@steward/contract/values/time-zone'
import type { Values } from '@steward/i18n/message'
import type { Message } from '@steward/i18n/reader'
import { nested, type Said, say } from '@steward/i18n/sentence'

/** Why a value is invalid, in words that follow the field's name. */
export class BadValue extends Error {
  override name = 'BadValue'
  /** The message with its values. */
  readonly said: Said

  constructor(said: Said) {
    super(String(said))
    this.said = said
  }
}

export class BadField extends BadValue {
  readonly field: string
  constructor(field: string, said: Said) {
    super(said)
    this.field = field
  }
}

export const cut = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max).toWellFormed()}…` : text

/** A value that isn't what it should be; `message` has it as {value}. */
export const notA = (text: string, message: Message, values: Values = {}) =>
  new BadValue(say(message, { value: cut(text, 40), ...values }))

/** What is wrong with a value, with the value before it. */
export const ofValue = (value: string, reason: Said): Said =>
  // i18n: {reason} says what is wrong with the value: “is no category”
  say('"{value}" {reason}', { value, reason: nested(reason) })

/** A text or list that is longer than `max`. */
export const tooLong = (length: number, max: number) =>
  new BadValue(
    say('has {length} characters; {max} are the most', {
      length: String(length),
      max: String(max),
    }),
  )

/** Reads text of at most `max` characters, trimmed; `flawOf` names a flaw in its characters. */
export function readText(text: string, max: number, flawOf = flawOfText): string {
  const value = text.trim()
  // Count code points, as the database does.
  const length = value.length <= max ? value.length : [...value].length
  if (length > max) throw tooLong(length, max)
  if (value.includes('\0')) throw new BadValue('holds a null character')
  if (!value.isWellFormed()) throw new BadValue('holds half a character (a lone surrogate)')
  const flaw = flawOf(value)
  if (flaw) throw new BadValue(flaw)
  return value
}

/** Reads a name or other single line; line breaks and tabs within a cell become blanks. */
export const readLine = (text: string): string =>
  readText(text.replaceAll(/\s*[\n\r\t]\s*/g, ' '), 200, flawOfLine)

export function readChoice<T extends string>(text: string, choices: readonly T[]): T {
  const wanted = text.trim().toLowerCase()
  const found = choices.find((choice) => choice.toLowerCase() === wanted)
  if (found === undefined)
    throw notA(text, '"{value}" is none of {choices}', { choices: choices.join(', ') })
  return found
}

/** Reads a whole number from 0 up to the limit of the database's integer. */
export function readCount(text: string): number {
  const digits = text
    .trim()
    .replace(/^(\d{1,3})((?:[, ]\d{3})+)$/, (all) => all.replace(/[, ]/g, ''))
  if (!/^\d{1,10}(\.0+)?$/.test(digits) || Number(digits) > 2_147_483_647) {
    throw notA(text, '"{value}" is no whole number from 0 to 2147483647')
  }
  return Number(digits)
}

/** Reads a count, rounding an average to the nearest whole number. */
export function readRoundedCount(text: string): number {
  const match = /^(\d{1,9})\.(\d)\d*$/.exec(text.trim())
  return match ? Number(match[1]) + (Number(match[2]) >= 5 ? 1 : 0) : readCount(text)
}

export function readFlag(text: string): boolean {
  const word = text.trim()
  if (/^(true|yes|y|1|on|t)$/i.test(word)) return true
  if (/^(false|no|n|0|off|f)$/i.test(word)) return false
  throw notA(text, '"{value}" is neither true nor false')
}

export function readZone(text: string): string {
  const zone = zoneNamed(text.trim())
  if (zone === null) throw notA(text, '"{value}" is no time zone such as Europe/Lisbon')
  return zone
}

/** Reads an e-mail address, refusing only what can never be one. */
export function readEmail(text: string): string {
  const value = readText(text, 320)
  if (holdsInvisible(value)) throw new BadValue('holds characters that can’t be seen')
  if (!/^[^\s@]+@[^\s@]+\.[^\s@.]+$/u.test(value))
    throw notA(text, '"{value}" is no e-mail address')
  return value
}

export function plainDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) as number
    if (code >= 0x1d7ce && code <= 0x1d7ff) return String((code - 0x1d7ce) % 10)
    // Digits of a script begin at the start of a row of sixteen characters, or six further on.
    const row = code & ~0xf
    return String(/\p{Nd}/u.test(String.fromCodePoint(row)) ? code - row : code - row - 6)
  })
}
