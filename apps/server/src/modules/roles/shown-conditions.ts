import { isDeepStrictEqual } from 'node:util'
import {
  areaOfSubmodule,
  type Rights,
  type RowCondition,
} from '@steward/contract/permissions/conditions'
import { requireShown } from '../records/field-rules.ts'

/**
 * Refuses conditions by fields that are hidden from who sets them or looks through them: which records they pick would tell
 * of the values. Throws a Failure `not_permitted`.
 * @param before conditions that stay as they are
 */
export function requireShownConditions(
  conditions: readonly RowCondition[],
  reader: Pick<Rights, 'fieldRules'>,
  before: readonly RowCondition[] = [],
): void {
  for (const condition of conditions) {
    const found = areaOfSubmodule(condition.module, condition.submodule)
    if (found && !before.some((each) => isDeepStrictEqual(each, condition)))
      requireShown(found.area, condition.where, reader)
  }
}
