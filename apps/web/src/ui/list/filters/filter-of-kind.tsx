import { Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import { useState } from 'react'
import type { Row } from '../../../api/listing.ts'
import { FloatingPopover } from '../../float/floating-menu.tsx'
import type { ChangeFilters } from '../url/filter-fields.ts'
import type { Choice, Filter, UseSearch } from '../url/list-definition.ts'
import type { ListState } from '../url/list-spec.ts'
import { activeWords, FilterChoices } from './filter-choices.tsx'
import { nameOfId, useNamed } from './filter-names.ts'
import { FilterPill } from './filter-pill.tsx'
import { FilterSpan } from './filter-span.tsx'
import { PeopleOptions } from './people-options.tsx'

export interface FilterProps<T> {
  filter: Filter<T>
  set: ListState['filters']
  rows: readonly Row<T>[]
  onChange: ChangeFilters
}

/** A filter of one of the kinds that few lists have in their toolbar. */
export function FilterOfKind({ filter, set, rows, onChange }: FilterProps<unknown>) {
  const { key, label } = filter
  const values = set[key] ?? []
  const named = useNamed({ name: key, filter }, values, rows)
  const change = (next: readonly string[]) => onChange({ [key]: next })
  const shared = { label, values, onChange: change }
  switch (filter.kind) {
    case 'span':
      return (
        <FilterSpan
          label={label}
          from={set['from']?.[0]}
          to={set['to']?.[0]}
          onChange={(from, to) => onChange({ from: from ? [from] : [], to: to ? [to] : [] })}
        />
      )
    case 'searched':
      return <FilterSearch {...shared} named={named} useSearch={filter.useSearch} />
    case 'id':
      return values.length === 0 ? null : (
        <FilterPill
          label={label}
          active={values.map((id) => nameOfId(id, named)).join(', ')}
          onRemove={() => change([])}
          onClick={() => change([])}
        />
      )
    case 'switch':
      return (
        <Switch
          size="sm"
          label={label}
          checked={values[0] === 'true'}
          onChange={(event) => change(event.currentTarget.checked ? ['true'] : [])}
        />
      )
    default:
      return <FilterChoices {...shared} choices={named} single={filter.kind === 'flag'} />
  }
}

/** A filter by people, found by a search; without permission to search, only a set one is shown. */
function FilterSearch(props: {
  label: string
  values: readonly string[]
  named: readonly Choice[]
  useSearch: UseSearch
  onChange: (values: string[]) => void
}) {
  const { label, values, named, useSearch, onChange } = props
  const [opened, setOpened] = useState(false)
  const isPermitted = useSearch(null) !== null
  const choices = values.map((value) => ({ value, label: nameOfId(value, named) }))
  const pill = { label, active: activeWords(values, choices), onRemove: () => onChange([]) }
  if (!isPermitted)
    return values.length === 0 ? null : <FilterPill {...pill} onClick={() => onChange([])} />
  return (
    <FloatingPopover
      label={`Search: ${label}`}
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
          onChange(next)
        }}
      />
    </FloatingPopover>
  )
}
