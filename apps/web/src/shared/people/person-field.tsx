import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import '@mantine/core/styles/ScrollArea.css'
import '@mantine/core/styles/Combobox.css'
import { type ReactNode, useState } from 'react'
import { hintBelow } from '../../ui/form/hint-below.ts'
import type { NamedPerson } from '../../ui/form/named-person.ts'
import { personWords, useFoundPeople } from './use-people.ts'

const most = 8

/** A person: an account found while a name is typed, or a name without an account. */
export function PersonField(props: {
  label: string
  value: NamedPerson
  error?: ReactNode
  disabled?: boolean
  hidden?: boolean
  onChange: (person: NamedPerson) => void
}) {
  const { label, value, onChange } = props
  const [search, setSearch] = useState<string | null>(null)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const found = useFoundPeople(search, { unsearched: null }).people.slice(0, most)
  const open = combobox.dropdownOpened && found.length > 0
  const name = value === '' ? '' : value.name
  const description =
    value === ''
      ? undefined
      : value.id === null
        ? t('Name without an account')
        : t('Has an account')
  if (props.hidden) return null
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
      {/* ARIA attributes for the suggestions; their Escape doesn't close the dialog around them. */}
      <Combobox.Target withAriaAttributes={open} withExpandedAttribute autoComplete="off">
        <TextInput
          label={label}
          value={name}
          error={props.error}
          disabled={props.disabled === true}
          {...hintBelow(description)}
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
              <bdi>{personWords(record) || id}</bdi>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
