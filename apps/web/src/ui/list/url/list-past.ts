import type { ListSpec } from './list-spec.ts'

/** A list as of a time in the past, in ISO 8601. */
export const listOfPast = <L extends ListSpec>(list: L, asOf: string): L => ({
  ...list,
  fixed: { ...list.fixed, asOf },
})
