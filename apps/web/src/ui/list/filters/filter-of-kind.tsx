import { Switch } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import { useState } from 'react'
import { FloatingPopover } from '../../menu/floating-menu.tsx'
import type { ChipsProps, FilterField } from '../definition/filter-fields.ts'
import type { Filter } from '../definition/list-definition.ts'
import { activeWords } from './filter-choices.tsx'
import { nameOfId, useNamed } from './filter-names.ts'
import { FilterPill } from './filter-pill.tsx'
import { FilterSpan } from './filter-span.tsx'
import { noSearch, PeopleOptions } from './people-options.tsx'

type PillProps<F> = Pick<ChipsProps<unknown>, 'set' | 'rows' | 'onChange'> & { field: F }

/** A filter without fixed choices where the server takes single values: a span, or ids. */
export function FilterOfKind(props: PillProps<FilterField<unknown>>) {
  const { field, set, onChange } = props
  if (field.kind !== 'time') return <FilterIds {...props} />
  return (
    <FilterSpan
      label={field.label}
      from={set['from']?.[0]}
      to={set['to']?.[0]}
      onChange={(from, to) => onChange({ from: from ? [from] : [], to: to ? [to] : [] })}
    />
  )
}

/** A filter by ids, found by a search; without one, or permission for it, only a set one is shown. */
function FilterIds({ field, set, rows, onChange }: PillProps<FilterField<unknown>>) {
  const { key, label, useSearch = noSearch } = field
  const values = set[key] ?? []
  const [opened, setOpened] = useState(false)
  const named = useNamed(field, values, rows)
  const choices = values.map((value) => ({ value, label: nameOfId(value, named) }))
  const change = (next: readonly string[]) => onChange({ [key]: next })
  const pill = { label, active: activeWords(values, choices), onRemove: () => change([]) }
  if (useSearch(null) === null)
    return values.length === 0 ? null : <FilterPill {...pill} onClick={pill.onRemove} />
  return (
    <FloatingPopover
      label={t('Search: {field}', { field: label })}
      position="bottom-start"
      opened={opened}
      onOpened={setOpened}
      target={<FilterPill {...pill} />}
    >
      <PeopleOptions
        {...{ label, useSearch, values }}
        known={[]}
        onChange={(next) => {
          setOpened(false)
          change(next)
        }}
      />
    </FloatingPopover>
  )
}

/** A filter that is on or off, and adds rows. */
export const FilterSwitch = ({ field, set, onChange }: PillProps<Filter<unknown>>) => (
  <Switch
    size="sm"
    label={t(field.label)}
    checked={set[field.key]?.[0] === 'true'}
    onChange={(event) => onChange({ [field.key]: event.currentTarget.checked ? ['true'] : [] })}
  />
)
