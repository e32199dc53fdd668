import { Combobox, useCombobox } from '@mantine/core'
import '@mantine/core/styles/ScrollArea.css'
import '@mantine/core/styles/Combobox.css'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { Choice, SearchedFilter } from '../screen/list-definition.ts'
import { activeWords } from './filter-choices.tsx'
import { FilterPill } from './filter-pill.tsx'
import classes from './filters.module.css'

/** What a search for choices has found so far. */
export interface SearchedChoices {
  choices: readonly Choice[]
  /** What was typed last is not answered yet. */
  pending: boolean
}

/**
 * A filter whose choices are searched for, such as people.
 * @param props.useSearch a hook, given null while nobody looks; it answers null where the person may
 * not look them up, and then the filter is there only once it is set
 */
export function FilterSearch(
  props: SearchedFilter & { useSearch: (search: string | null) => SearchedChoices | null },
) {
  const { label, values, useSearch, onChange } = props
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<readonly Choice[]>([])
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setSearch('')
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  })
  const found = useSearch(combobox.dropdownOpened ? search : null)
  const known = [...props.named, ...chosen]
  const pill = {
    label,
    active: activeWords(
      values,
      values.map((value) => nameOf(value, known)),
    ),
    onRemove: () => onChange([]),
  }
  if (found === null)
    return values.length === 0 ? null : <FilterPill {...pill} onClick={() => onChange([])} />

  const flip = (value: string) => {
    const choice = found.choices.find((each) => each.value === value)
    if (choice) setChosen([...chosen, choice])
    onChange(values.includes(value) ? values.filter((one) => one !== value) : [...values, value])
    combobox.closeDropdown()
  }
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={flip}
      position="bottom-start"
      width={320}
      returnFocus
    >
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        <FilterPill {...pill} aria-haspopup="dialog" onClick={() => combobox.toggleDropdown()} />
      </Combobox.Target>
      <Combobox.Dropdown>
        <div role="dialog" aria-label={`Search: ${label}`}>
          <Combobox.Search
            value={search}
            role="combobox"
            aria-expanded
            aria-label={`${label}: search`}
            placeholder="Search by name or e-mail"
            onChange={(event) => {
              setSearch(event.currentTarget.value)
              combobox.resetSelectedOption()
            }}
          />
          <Combobox.Options aria-label={label} className={classes.found}>
            {found.choices.map((choice) => (
              <Combobox.Option key={choice.value} value={choice.value} className={classes.option}>
                <bdi>{choice.label}</bdi>
                {values.includes(choice.value) && (
                  <IconCheck size="0.875rem" role="img" aria-label="chosen" />
                )}
              </Combobox.Option>
            ))}
          </Combobox.Options>
          {found.choices.length === 0 && (
            <p className={classes.hint} role="status">
              {found.pending ? 'Searching…' : 'No people found'}
            </p>
          )}
        </div>{' '}
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** A value with its name; the beginning of an id where nobody knows it. */
const nameOf = (value: string, known: readonly Choice[]): Choice =>
  known.find((choice) => choice.value === value) ?? { value, label: `${value.slice(0, 8)}…` }
