import { alike, deletedNow, deleting, notDeletedAnyMore, restoring } from '../bulk.ts'

const post = {
  table: 'posts' as const,
  what: 'post',
  name: (row: { text: string }) => [...row.text].slice(0, 80).join(''),
}

/** Actions on many posts. */
export const postActions = {
  delete: alike({ ...post, judge: deleting, patch: deletedNow }),
  restore: alike({ ...post, judge: restoring, patch: notDeletedAnyMore }),
}
