import { Select } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import '@mantine/core/styles/ScrollArea.css'
import '@mantine/core/styles/Combobox.css'
import { type ReactNode, useState } from 'react'
import { useFoundPeople } from '../../shared/people/use-people.ts'
import type { Assignee } from './task-form.ts'

/** Chooses an assignee: oneself, staff, or by typing anybody with an account. */
export function AssigneeField(props: {
  label: string
  value: Assignee | null
  onChange: (person: Assignee | null) => void
  error?: ReactNode
  disabled?: boolean
  hidden?: boolean
  /** Whether the list of people is open, with the focus, from the start. */
  open?: boolean
}) {
  const { value } = props
  const [typed, setTyped] = useState('')
  const [looked, setLooked] = useState(props.open ?? false)
  // i18n: the person who reads this, among others that a task can be given to
  const me = t('Me')
  const isTyped = typed.trim() !== '' && typed !== value?.name && typed !== me
  const { people: found } = useFoundPeople(looked ? (isTyped ? typed : '') : null, {
    unsearched: { type: 'admin' },
  })
  const own = { value: 'me', label: me }
  const nobody = value ? [{ value: 'nobody', label: t('Nobody') }] : []
  const present = value && value.id !== 'me' ? [{ value: value.id, label: value.name }] : []
  const people = found
    .filter(({ id }) => id !== value?.id)
    .map(({ id, record }) => ({ value: id, label: record.name ?? record.email ?? id }))
  const data = isTyped ? [...people, ...present] : [own, ...nobody, ...present, ...people]
  if (props.hidden) return null
  return (
    <Select
      label={props.label}
      error={props.error}
      disabled={props.disabled === true}
      data={isTyped ? data.concat(data.some((each) => each.value === 'me') ? [] : [own]) : data}
      value={value?.id ?? null}
      onChange={(_id, option) =>
        props.onChange(
          option && option.value !== 'nobody' ? { id: option.value, name: option.label } : null,
        )
      }
      placeholder={t('Nobody')}
      // Choosing the current assignee again doesn't remove it.
      allowDeselect={false}
      searchable
      onSearchChange={setTyped}
      onDropdownOpen={() => setLooked(true)}
      // The options are already filtered by the server.
      filter={({ options }) => options}
      nothingFoundMessage={t('No people found')}
      {...(props.open && { defaultDropdownOpened: true, 'data-autofocus': true })}
    />
  )
}
