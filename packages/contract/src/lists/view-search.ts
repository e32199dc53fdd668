/** What of a list's address is no part of a saved view, but of who looks at it: how far they are, and what they have open. */
const besideView = new Set(['page', 'limit', 'open', 'edit', 'saved', 'theme'])

/** What of a list's address is part of a saved view: its filters, search, sort, columns and kind of view. */
export const viewSearchOf = <V>(search: Readonly<Record<string, V>>): Record<string, V> =>
  Object.fromEntries(Object.entries(search).filter(([key]) => !besideView.has(key)))
