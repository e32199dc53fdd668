/** Contract, limits. */
export const maxCharacters = { line: 200, text: 10_000 } as const

export function tooLong(value: string, kind: keyof typeof maxCharacters): string | undefined {
  const most = maxCharacters[kind]
  const text = value.trim()
  // Code points; not counted for a megabyte.
  const fits = text.length <= most || (text.length <= most * 2 && [...text].length <= most)
  return fits ? undefined : `Enter at most ${most.toLocaleString('en')} characters`
}
