/** The parsed search of a URL: text, and lists where a key is repeated. */
export type SearchParams = Record<string, string | string[] | undefined>

/** Reads `?status=active&status=pending&page=2`; every value stays the text that it is. */
export function parseSearch(text: string): SearchParams {
  const words = new URLSearchParams(text)
  // It defines each key and assigns none, for the sake of one named __proto__.
  return Object.fromEntries(
    [...new Set(words.keys())].map((key) => {
      const all = words.getAll(key)
      return [key, all.length > 1 ? all : all[0]]
    }),
  )
}

/** Writes what {@link parseSearch} reads, with its question mark; nothing for nothing. */
export function stringifySearch(search: Record<string, unknown>): string {
  const words = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null) words.append(key, String(each))
    }
  }
  return words.size ? `?${words}` : ''
}
