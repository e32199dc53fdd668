import type { OwnLimits } from './own-limits.ts'

const noFields = { hidden: [], readOnly: [] } as const

/** The fields of a submodule's records that are hidden from the person signed in, or that they can't change. */
export const ownFieldRuleOf = (
  { fieldRules }: OwnLimits,
  submodule: string,
): Readonly<Record<'hidden' | 'readOnly', readonly string[]>> =>
  fieldRules.find((rule) => rule.submodule === submodule) ?? noFields
