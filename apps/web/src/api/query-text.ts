export type Word = string | number | boolean | null | undefined
/** A query as it is sent: a list is a repeated key; what is empty is left out. */
export type Query = Readonly<Record<string, Word | readonly Word[]>>

/** A query as text, with its question mark; empty where nothing is asked. */
export function queryText(query: Query = {}): string {
  const words = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? (value as readonly Word[]) : [value as Word]) {
      if (each !== undefined && each !== null && each !== '') words.append(key, String(each))
    }
  }
  return words.size ? `?${words}` : ''
}
