import { Combobox, TextInput, useCombobox } from '@mantine/core'
import '@mantine/core/styles/ScrollArea.css'
import '@mantine/core/styles/Combobox.css'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { listingOptions } from '../../api/listing-options.ts'
import type { NamedPerson } from '../../ui/form/named-person.ts'
import { needsOf } from '../../ui/permissions/needs-of.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'

/** How many people are offered at once. */
const most = 8

/** People of any type whom the person signed in may list. @param search null asks nothing */
function usePeople(search: string | null) {
  const may = needsOf('users.list').some(useCan())
  const [typed] = useDebouncedValue(search?.trim() ?? '', 200)
  const { data } = useQuery({
    ...listingOptions(
      'users.list',
      { page: '1', limit: String(most), sort: 'name', search: typed },
      'users',
    ),
    placeholderData: keepPreviousData,
    enabled: may && search !== null && typed !== '',
    staleTime: 60_000,
  })
  return typed === '' || search === null ? [] : (data?.rows ?? [])
}

/**
 * Somebody whom a record names: an account, found while a name is typed, or whoever is typed, who then
 * has none. What is typed says which of the two it is below the field.
 */
export function PersonField(props: {
  label: string
  value: NamedPerson
  error?: ReactNode
  onChange: (person: NamedPerson) => void
}) {
  const { label, value, onChange } = props
  const [search, setSearch] = useState<string | null>(null)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const found = usePeople(search)
  const open = combobox.dropdownOpened && found.length > 0
  const name = value === '' ? '' : value.name
  const description =
    value === '' ? undefined : value.id === null ? 'Name without an account' : 'Has an account'
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        const person = found.find((row) => row.id === id)?.record
        if (person) onChange({ id, name: person.name ?? person.email ?? '' })
        setSearch(null)
        combobox.closeDropdown()
      }}
    >
      {/* With what is told of the suggestions, and with what keeps their Escape from the dialog around them. */}
      <Combobox.Target withAriaAttributes={open} withExpandedAttribute autoComplete="off">
        <TextInput
          label={label}
          value={name}
          error={props.error}
          description={description}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          role="combobox"
          aria-expanded={open}
          aria-autocomplete="list"
          autoComplete="off"
          dir="auto"
          onBlur={() => combobox.closeDropdown()}
          onChange={(event) => {
            const typed = event.currentTarget.value
            onChange(typed === '' ? '' : { id: null, name: typed })
            setSearch(typed)
            combobox.openDropdown()
            combobox.resetSelectedOption()
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!open}>
        <Combobox.Options aria-label={label}>
          {found.map(({ id, record }) => (
            <Combobox.Option key={id} value={id}>
              <bdi>{[record.name, record.email].filter(Boolean).join(' · ') || id}</bdi>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
