/** What an erasure looks for: what a person is and was called, and where they are reached. */
export interface Identifiers {
  names: string[]
  /** E-mail addresses, phone numbers, and names of accounts elsewhere. */
  addresses: string[]
  /** Addresses of machines. */
  networks: string[]
  /** Pictures of the person. */
  pictures: string[]
  /** Whether nobody else has one of the names, so that mentions of it can only mean this person. */
  isOnlyOne: boolean
}

/** What is looked for in texts that others may have written, as regular expressions of PostgreSQL. */
export interface Sought {
  pattern: string
  /** The same within JSON. */
  jsonPattern: string
  /** What stands in its place; never longer than what is found, as columns have bounds. */
  replacement: string
}

const minAddress = 6

export const isLongEnough = (address: string): boolean => address.length >= minAddress

/** A short number or word, such as the id of an account elsewhere, is in texts and amounts of others, too. */
export const isTelling = (address: string): boolean =>
  isLongEnough(address) || /[^\p{L}\p{N}]/u.test(address)

/** A name of one word is a word of the language too often to be replaced in what others wrote. */
export const isFullName = (name: string): boolean => /\S\s+\S/.test(name.trim())

/** What to look for; null where there is nothing that could only mean this person. */
export function soughtOf({ names, addresses, isOnlyOne }: Identifiers): Sought | null {
  const texts = [...addresses.filter(isLongEnough), ...(isOnlyOne ? names.filter(isFullName) : [])]
  if (texts.length === 0) return null
  const shortest = Math.min(...texts.map((text) => text.length))
  return {
    pattern: patternOf(texts, outsideWord),
    jsonPattern: patternOf(
      texts.map((text) => JSON.stringify(text).slice(1, -1)),
      outsideWordOfJson,
    ),
    replacement: shortest >= 8 ? '[erased]' : '…',
  }
}

const outsideWord = '(?<![[:alnum:]])'
/** JSON writes the end of a line, and the like, as a sign with letters or digits behind it. */
const outsideWordOfJson = String.raw`(?:${outsideWord}|(?<=\\[bfnrt])|(?<=\\u[0-9a-f]{4}))`

/** The longest first, so that an address isn't replaced in part. */
function patternOf(texts: readonly string[], before: string): string {
  const escaped = [...new Set(texts)]
    .sort((one, other) => other.length - one.length)
    .map((text) => text.replaceAll(/[^\p{L}\p{N}\s]/gu, (sign) => `\\${sign}`))
  return `${before}(?:${escaped.join('|')})(?![[:alnum:]])`
}

/** Replaces what is sought in a text of our own, such as the reason of an erasure. */
export function withoutSought(text: string, { names, addresses }: Identifiers): string {
  return [...addresses, ...names].reduce(
    (left, each) => (each === '' ? left : left.replaceAll(each, '[erased]')),
    text,
  )
}

/** Whether a text, such as that of a mail, names the person or one of their addresses. */
export function isMentioned(text: string, { names, addresses }: Identifiers): boolean {
  const folded = text.toLowerCase()
  const all = [...addresses.filter(isLongEnough), ...names.filter(isFullName)]
  return all.some((each) => folded.includes(each.toLowerCase()))
}
