/** Page, open records and the like. */
const besideView = new Set(['page', 'limit', 'open', 'edit', 'saved', 'theme'])

/** Filters, search, sort, columns and kind of view. */
export const viewSearchOf = <V>(search: Readonly<Record<string, V>>): Record<string, V> =>
  Object.fromEntries(Object.entries(search).filter(([key]) => !besideView.has(key)))
