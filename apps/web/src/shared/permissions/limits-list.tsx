import {
  conditionsOf,
  fieldRuleOf,
  type Rights,
  type Where,
} from '@steward/contract/permissions/conditions'
import type { Permission } from '@steward/contract/permissions/permissions'
import { inRow } from '../../ui/format/phrases.ts'
import { rich } from '../../ui/format/rich.tsx'
import { ConditionText } from './condition-text.tsx'
import { areaOfRule, fieldRuleWords } from './condition-words.ts'
import type { PermissionNames } from './granted.ts'
import { actionText } from './permission-text.ts'

export type Limits = Pick<Rights, 'conditions' | 'fieldRules'>

export type Submodule = Pick<PermissionNames, 'module' | 'submodule'>

/** The conditions of a submodule's actions, those with the same together, and its fields in words. */
export function limitsOf(of: Submodule, actions: readonly string[], limits: Limits) {
  const groups = new Map<string, { actions: string[]; wheres: readonly Where[] }>()
  for (const action of actions) {
    const wheres = conditionsOf(limits, { ...of, action } as Permission)
    if (!wheres) continue
    const key = JSON.stringify(wheres)
    const group = groups.get(key) ?? { actions: [], wheres }
    groups.set(key, { ...group, actions: [...group.actions, action] })
  }
  const rule = fieldRuleOf(limits, of)
  return { groups: [...groups.values()], fields: rule ? fieldRuleWords(rule) : '' }
}

/** What narrows the permissions of a submodule, one sentence each; nothing where nothing does. */
export function LimitsList(props: {
  of: Submodule
  /** The actions that are granted. */
  actions: readonly string[]
  limits: Limits
}) {
  const { of, actions, limits } = props
  const area = areaOfRule(of)
  const { groups, fields } = limitsOf(of, actions, limits)
  if (!area || (groups.length === 0 && fields === '')) return null
  return (
    <ul className="grid gap-2 small">
      {groups.map((group) => (
        <li key={inRow(group.actions)}>
          {/* i18n: {actions} is such as “edit, delete”, {records} such as “only bills with amount at most 500.00” */}
          {rich('<b>{actions}:</b> {records}', {
            actions: inRow(group.actions.map(actionText)),
            records: <ConditionText submodule={of.submodule} area={area} wheres={group.wheres} />,
            b: (inner) => <strong className="semibold">{inner}</strong>,
          })}
        </li>
      ))}
      {fields && (
        <li>
          {/* i18n: {rule} is such as “without notes and payer; amount read-only” */}
          {rich('<b>fields:</b> {rule}', {
            rule: fields,
            b: (inner) => <strong className="semibold">{inner}</strong>,
          })}
        </li>
      )}
    </ul>
  )
}
