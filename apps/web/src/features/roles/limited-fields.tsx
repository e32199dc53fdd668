import { NativeSelect } from '@mantine/core'
import type { Field } from '@steward/contract/areas/field'
import { areaFields } from '@steward/contract/areas/listings'
import {
  areaOfSubmodule,
  type FieldRule,
  fieldRuleOf,
  hideableFields,
  lockableFields,
} from '@steward/contract/permissions/conditions'
import { t } from '@steward/i18n/reader'
import { Block } from '../../ui/record/record-fields.tsx'
import type { LimitsPart } from './limited-rows.tsx'
import classes from './roles.module.css'

type Shown = 'free' | 'readOnly' | 'hidden'

/** Which fields of a submodule's records are hidden, or can't be changed. */
export function LimitedFields({ of, area, limits, onChange }: LimitsPart) {
  const fields: Readonly<Record<string, Field>> = areaFields[area]
  const [hideable, lockable] = [hideableFields(area), lockableFields(area)]
  const names = Object.keys(fields).filter(
    (name) => hideable.includes(name) || lockable.includes(name),
  )
  // Fields of people are limited by the type that they have.
  const isOfNoType = area === 'users' && areaOfSubmodule(of.module, of.submodule)?.type === null
  if (names.length === 0 || isOfNoType) return null
  const none: FieldRule = { ...of, hidden: [], readOnly: [] }
  const rule = fieldRuleOf(limits, of) ?? none
  const set = (name: string, shown: Shown) => {
    const others = (some: readonly string[]) => some.filter((each) => each !== name)
    const next: FieldRule = {
      ...rule,
      hidden: [...others(rule.hidden), ...(shown === 'hidden' ? [name] : [])],
      readOnly: [...others(rule.readOnly), ...(shown === 'readOnly' ? [name] : [])],
    }
    const kept = limits.fieldRules.filter((each) => each !== rule)
    const isFree = next.hidden.length + next.readOnly.length === 0
    onChange({ ...limits, fieldRules: isFree ? kept : [...kept, next] })
  }
  return (
    <Block title={t('Fields')}>
      <p className="small dim mb-8">
        {t(
          'A hidden field is left out everywhere: of lists, forms, filters, search, exports and history. One that can’t be changed is shown, read-only.',
        )}
      </p>
      <div className={classes.fields}>
        {names.map((name) => (
          <NativeSelect
            key={name}
            size="xs"
            label={t(fields[name]?.label ?? name)}
            value={shownAs(rule, name)}
            data={[
              {
                value: 'free',
                label: lockable.includes(name) ? t('Shown, can be changed') : t('Shown'),
              },
              ...(lockable.includes(name)
                ? [{ value: 'readOnly', label: t('Can’t be changed') }]
                : []),
              ...(hideable.includes(name)
                ? [{ value: 'hidden', label: t('Hidden', {}, 'a field') }]
                : []),
            ]}
            onChange={(event) => set(name, event.currentTarget.value as Shown)}
          />
        ))}
      </div>
    </Block>
  )
}

function shownAs({ hidden, readOnly }: FieldRule, name: string): Shown {
  if (hidden.includes(name)) return 'hidden'
  return readOnly.includes(name) ? 'readOnly' : 'free'
}
