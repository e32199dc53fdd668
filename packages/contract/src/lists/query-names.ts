export const queryKeys = ['search', 'sort', 'order', 'page', 'limit', 'skip'] as const

/**
 * Another server's names of what a list's query sends (`config.json`). With `skip`, a number of rows to pass over
 * is sent under that name in place of a page; with `order`, the direction of the sort beside its field.
 */
export type QueryNames = { readonly [key in (typeof queryKeys)[number]]?: string }

/**
 * A list's query under the server's names.
 * @param skip the name of the number of rows to pass over, if the server was seen to take one; null for none
 */
export function namedQuery<V>(
  query: Readonly<Record<string, V | string>>,
  names: QueryNames = {},
  skip: string | null = null,
): Record<string, V | string> {
  const { skip: skipName = skip, order, ...others } = names
  const sent = { ...query }
  if (skipName !== null && sent['page'] !== undefined) {
    const limit = Number(sent['limit'] ?? 25)
    sent[skipName] = String((Number(sent['page']) - 1) * limit)
    delete sent['page']
  }
  const { sort } = sent
  if (order !== undefined && typeof sort === 'string') {
    sent['sort'] = sort.replace(/^-/, '')
    sent[order] = sort.startsWith('-') ? 'desc' : 'asc'
  }
  for (const [ours, theirs] of Object.entries(others)) {
    const value = sent[ours]
    if (theirs === ours || value === undefined) continue
    delete sent[ours]
    sent[theirs] = value
  }
  return sent
}
