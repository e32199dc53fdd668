import { config } from './config.ts'
import type { SentQuery } from './listing.ts'

/** The names that a list's query has of ours, and that `config.json` can map to another server's. */
const mapped = ['search', 'sort', 'page', 'limit'] as const

/**
 * A list's query under the server's names. Where the server takes a number of rows to pass over
 * (`skip`) and no page, that is sent; where it takes the direction by itself (`order`), `asc` or `desc`.
 * @param skip the name of that number; null where the server takes a page
 */
export function namedQuery(query: SentQuery, skip: string | null): SentQuery {
  const names = config().query ?? {}
  const skipName = names.skip ?? skip
  const sent: Record<string, string | string[]> = { ...query }
  if (skipName !== null && sent['page'] !== undefined) {
    const page = Number(sent['page'])
    const limit = Number(sent['limit'] ?? 25)
    delete sent['page']
    sent[skipName] = String((page - 1) * limit)
  }
  const { sort } = sent
  if (names.order !== undefined && typeof sort === 'string') {
    sent['sort'] = sort.replace(/^-/, '')
    sent[names.order] = sort.startsWith('-') ? 'desc' : 'asc'
  }
  for (const name of mapped) {
    const theirs = names[name]
    const value = sent[name]
    if (theirs === undefined || theirs === name || value === undefined) continue
    delete sent[name]
    sent[theirs] = value
  }
  return sent
}
