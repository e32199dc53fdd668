/** The parsed search of a URL: text, and lists where a key is repeated. */
export type SearchParams = Record<string, string | string[] | undefined>

/** Reads `?status=active&status=pending&page=2`; every value stays the text that it is. */
export function parseSearch(text: string): SearchParams {
  const found: SearchParams = {}
  for (const [key, value] of new URLSearchParams(text)) {
    const before = Object.hasOwn(found, key) ? found[key] : undefined
    const now = before === undefined ? value : [before, value].flat()
    // By definition and not by assignment, for the sake of a key named __proto__.
    Object.defineProperty(found, key, {
      value: now,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  return found
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
