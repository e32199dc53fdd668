import type { AreaName } from '@steward/contract/areas/areas'
import { conditionsOf, type Where } from '@steward/contract/permissions/conditions'
import type { Permission } from '@steward/contract/permissions/permissions'
import { IconFilter } from '@tabler/icons-react'
import { rich } from '../../ui/format/rich.tsx'
import type { ListDefinition } from '../../ui/list/definition/list-definition.ts'
import { withoutFields } from '../../ui/list/definition/without-fields.ts'
import { Note } from '../../ui/page/note.tsx'
import { ownFieldRuleOf } from '../../ui/permissions/own-field-rule.ts'
import { type OwnLimits, useOwnLimits } from '../../ui/permissions/own-limits.ts'
import { ConditionText } from './condition-text.tsx'
import { areaOfRule } from './condition-words.ts'

/** Says above a list that the reader's role shows only some of its records, and which. */
export function NarrowedNote({ submodule }: { submodule: string }) {
  const limits = useOwnLimits()
  const first = limits.conditions.find((each) => each.submodule === submodule)
  const area = first && areaOfRule(first)
  // i18n-ignore: the name of an action
  const wheres = first && conditionsOf(limits, { ...first, action: 'list' } as Permission)
  if (!area || !wheres) return null
  return (
    <Note role="note" icon={<IconFilter size="1rem" aria-hidden />}>
      {/* i18n: {records} is such as “only bills with amount at most 500.00” */}
      {rich('Your role shows you {records}.', {
        records: <ConditionText submodule={submodule} area={area} wheres={wheres} />,
      })}
    </Note>
  )
}

/** Says which records the reader's role lets them create. */
export function CreationCondition(props: {
  area: AreaName
  submodule: string
  wheres: readonly Where[]
}) {
  return (
    <Note role="note" icon={<IconFilter size="1rem" aria-hidden />}>
      {/* i18n: {records} is such as “only bills with currency is EUR” */}
      {rich('Your role lets you create {records}.', {
        records: <ConditionText {...props} />,
      })}
    </Note>
  )
}

/** A list's definition without the fields that are hidden from its reader. */
export const narrowed = <T,>(definition: ListDefinition<T>, limits: OwnLimits) =>
  withoutFields(definition, ownFieldRuleOf(limits, definition.list.title).hidden)
