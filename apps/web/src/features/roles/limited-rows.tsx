import { NativeSelect } from '@mantine/core'
import type { AreaName } from '@steward/contract/areas/areas'
import {
  conditionsOf,
  countedFilters,
  hasConditions,
  takesCondition,
  type Where,
} from '@steward/contract/permissions/conditions'
import type { Permission } from '@steward/contract/permissions/permissions'
import { msg, t } from '@steward/i18n/reader'
import { useState } from 'react'
import { conditionDefinition } from '../../shared/permissions/condition-definition.ts'
import { andWords, filtersOf, thingsOf } from '../../shared/permissions/condition-words.ts'
import type { Limits, Submodule } from '../../shared/permissions/limits-list.tsx'
import { actionText } from '../../shared/permissions/permission-text.ts'
import { inRow, withoutCapital } from '../../ui/format/phrases.ts'
import { changedFilters, fieldsOf } from '../../ui/list/definition/filter-fields.ts'
import { FilterChips } from '../../ui/list/filters/filter-chips.tsx'
import { Block } from '../../ui/record/record-fields.tsx'
import { whereOf } from './where-of.ts'

/** The parts of the editor of limits. */
export interface LimitsPart {
  of: Submodule
  area: AreaName
  actions: readonly string[]
  limits: Limits
  onChange: (limits: Limits) => void
}

/** What a condition means for an action; for `list`, where the records are then seen. */
const meanings: Readonly<Record<string, string>> = {
  list: msg(
    'Only {things} that meet this are seen: in lists, totals, search, history, exports and everywhere else. Others are as if they didn’t exist.',
  ),
  create: msg('Only {things} that meet this can be created.'),
  update: msg(
    'Only {things} that meet this can be edited, and they must still meet it afterwards.',
  ),
  import: msg('Only {things} that meet this, before and after the import, can be imported.'),
}
const otherMeaning = msg('Only for {things} that meet this before the action.')
const meaningOfAll = msg(
  'Only {things} that meet this are seen, and every action is for these alone. After an edit they must still meet it.',
)

/** All actions of the row at once. */
const every = ''

/** The conditions of a submodule's actions: of all at once, or of one. */
export function LimitedRows({ of, area, actions, limits, onChange }: LimitsPart) {
  const permissionOf = (action: string) => ({ ...of, action }) as Permission
  const taking = actions.filter((action) => takesCondition(permissionOf(action)))
  const whereIn = (action: string) => conditionsOf(limits, permissionOf(action))?.[0]
  const wheres = taking.map(whereIn)
  const areSame = new Set(wheres.map((where) => JSON.stringify(where ?? {}))).size < 2
  const [chosen, setChosen] = useState(() =>
    areSame ? every : (taking.find((action) => whereIn(action)) ?? every),
  )
  if (!hasConditions(area)) return null
  const things = thingsOf(of.submodule)
  if (taking.length === 0)
    return (
      <Block title={t('Records')}>
        <p>{t('Grant a permission for {things} first, then limit it here.', { things })}</p>
      </Block>
    )
  const where: Where = (chosen === every ? areSame && wheres[0] : whereIn(chosen)) || {}
  const set = (next: Where) => {
    const targets = chosen === every ? taking : [chosen]
    const others = limits.conditions.filter(
      ({ module, submodule, action }) =>
        module !== of.module || submodule !== of.submodule || !targets.includes(action),
    )
    const added = targets.map((action) => ({ ...of, action, where: next }))
    onChange({
      ...limits,
      conditions: Object.keys(next).length > 0 ? [...others, ...added] : others,
    })
  }
  const definition = conditionDefinition(area)
  const counted = countedFilters(area)
  const fields = fieldsOf(definition).toSorted(
    (one, other) => Number(counted.includes(other.key)) - Number(counted.includes(one.key)),
  )
  const meaning = chosen === every ? meaningOfAll : (meanings[chosen] ?? otherMeaning)
  return (
    <Block title={t('Records')}>
      <div className="stack gap-12">
        <NativeSelect
          data-autofocus
          // i18n: the actions that a condition is for
          label={t('Condition for')}
          value={chosen}
          data={[
            {
              value: every,
              label: t('All actions: {actions}', { actions: inRow(taking.map(actionText)) }),
            },
            ...taking.map((action) => ({
              value: action,
              label: t('Only: {action}', { action: actionText(action) }),
            })),
          ]}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <div className="row wrap gap-8">
          <FilterChips
            definition={definition}
            fields={fields}
            set={filtersOf(where)}
            rows={[]}
            sort=""
            total={0}
            isPill={() => false}
            onChange={(change) =>
              set(whereOf(area, changedFilters(filtersOf(where), change, definition.list)))
            }
          />
        </div>
        <p className="small">
          {Object.keys(where).length > 0
            ? t(meaning, { things })
            : chosen === every && !areSame
              ? t('The actions have different conditions. What you set here replaces them all.')
              : t('No condition: for all {things}.', { things })}
        </p>
        <p className="small dim">
          {counted.length > 0
            ? t(
                'Totals of a condition by {fields} are there at once, in lists of any length. With other fields, or with “match any”, they are counted, which takes a moment in long lists.',
                {
                  fields: andWords(
                    fields
                      .filter(({ key }) => counted.includes(key))
                      .map(({ label }) => withoutCapital(label)),
                  ),
                },
              )
            : t('With conditions, totals are counted, which takes a moment in long lists.')}
        </p>
      </div>
    </Block>
  )
}
