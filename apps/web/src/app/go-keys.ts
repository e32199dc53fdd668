import type { AreaIcon } from './areas.ts'

/** The letter that leads to an area, after `g`. */
export const goKeys: Readonly<Record<AreaIcon, string>> = {
  dashboard: 'd',
  roles: 'r',
  users: 'u',
  events: 'e',
  polls: 'o',
  posts: 'p',
  tasks: 't',
  bills: 'b',
  categories: 'c',
  shoppingPosts: 's',
  auditLog: 'a',
}
