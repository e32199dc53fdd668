export type Word = string | number | boolean | null | undefined
/** A query as it is sent: a list is a repeated key; what is empty is left out. */
export type Query = Readonly<Record<string, Word | readonly Word[]>>

/** The parts of a call's request, before the contract narrows their types. */
export interface Sent {
  params?: Readonly<Record<string, string>> | undefined
  query?: Query | undefined
  body?: unknown
  signal?: AbortSignal | undefined
  /** Whether the server may take long, so that the person isn't notified of a slow call. */
  mayTakeLong?: true | undefined
  /** The change that the person wants, where the request doesn't contain it, as in a toggle. */
  wanted?: string | undefined
  /** The id of the consent of a second person. */
  consent?: string | undefined
}

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
