import type { ListSpec } from './list-spec.ts'

/** A list as it stood at a time, in ISO 8601. */
export const listOfPast = <L extends ListSpec>(list: L, asOf: string): L => ({
  ...list,
  fixed: { ...list.fixed, asOf },
})
