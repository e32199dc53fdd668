import { useState } from 'react'
import { FloatingPopover } from '../../float/floating-menu.tsx'
import type { Choice, UseSearch } from '../screen/list-definition.ts'
import { activeWords } from './filter-choices.tsx'
import { nameOfId } from './filter-names.ts'
import { FilterPill } from './filter-pill.tsx'
import { PeopleOptions } from './people-options.tsx'

/** A filter by people, found by a search; without permission to search, only a set one is shown. */
export function FilterSearch(props: {
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
