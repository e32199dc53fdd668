/** Characters of a name or another line, and of a longer text, at the most (contract, limits). */
export const maxCharacters = { line: 200, text: 10_000 } as const

/** What to say at a field that holds more than the contract takes; undefined for what is not too long. */
export function tooLong(value: string, kind: keyof typeof maxCharacters): string | undefined {
  const most = maxCharacters[kind]
  const text = value.trim()
  // Characters are counted as people count them; nobody waits for those of a megabyte.
  const fits = text.length <= most || (text.length <= most * 2 && [...text].length <= most)
  return fits ? undefined : `Enter at most ${most.toLocaleString('en')} characters`
}
