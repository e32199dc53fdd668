import type { ListSpec } from './list-spec.ts'

/** A list as it asks for what is deleted, the last deletion first. */
export const listOfDeleted = <L extends ListSpec>(list: L): L =>
  list.trash === 'only'
    ? { ...list, sort: '-deletedAt' }
    : {
        ...list,
        sort: '-deletedAt',
        first: undefined,
        fixed: { ...list.fixed, deleted: 'only' },
      }

/** A list as of a time in the past, in ISO 8601. */
export const listOfPast = <L extends ListSpec>(list: L, asOf: string): L => ({
  ...list,
  fixed: { ...list.fixed, asOf },
})
