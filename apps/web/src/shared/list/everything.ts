import { lists } from './lists.ts'

const beginsWithLess = new Set<string>(
  Object.values(lists).flatMap((list) => ('first' in list ? [list.path] : [])),
)

/** What a link to the page of a list asks for so that it shows everything, where it begins with less. */
export const everythingAt = (path: string): { search?: { filters: 'none' } } =>
  beginsWithLess.has(path) ? { search: { filters: 'none' } } : {}
