/** Keys of an address that are no part of a view, such as the page and open records. */
const besideView = new Set(['page', 'limit', 'open', 'edit', 'saved', 'theme'])

/** The part of an address that a view keeps: filters, search, sort, columns and kind of view. */
export const viewSearchOf = <V>(search: Readonly<Record<string, V>>): Record<string, V> =>
  Object.fromEntries(Object.entries(search).filter(([key]) => !besideView.has(key)))
