import { Select } from '@mantine/core'
import '@mantine/core/styles/ScrollArea.css'
import '@mantine/core/styles/Combobox.css'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { listingOptions } from '../../api/listing-options.ts'
import { needsOf } from '../../ui/permissions/needs-of.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'
import type { Assignee } from './task-form.ts'

/** How many people are offered at once. */
const most = 10

/**
 * Chooses who a task is given to: oneself first, then staff; what is typed finds anybody with an account.
 * Who may not list people can only take it, or leave it to who has it.
 */
export function AssigneeField(props: {
  label: string
  value: Assignee | null
  onChange: (person: Assignee | null) => void
  error?: ReactNode
  /** Opens at once, and has the focus. */
  open?: boolean
}) {
  const { value } = props
  const [typed, setTyped] = useState('')
  const [looked, setLooked] = useState(props.open ?? false)
  const isTyped = typed.trim() !== '' && typed !== value?.name && typed !== 'Me'
  const found = usePeople(looked ? (isTyped ? typed : '') : null)
  const own = { value: 'me', label: 'Me' }
  const nobody = value ? [{ value: 'nobody', label: 'Nobody' }] : []
  const present = value && value.id !== 'me' ? [{ value: value.id, label: value.name }] : []
  const people = found.filter(({ value: id }) => id !== value?.id)
  const data = isTyped ? [...people, ...present] : [own, ...nobody, ...present, ...people]
  return (
    <Select
      label={props.label}
      error={props.error}
      data={isTyped ? data.concat(data.some((each) => each.value === 'me') ? [] : [own]) : data}
      value={value?.id ?? null}
      onChange={(_id, option) =>
        props.onChange(
          option && option.value !== 'nobody' ? { id: option.value, name: option.label } : null,
        )
      }
      placeholder="Nobody"
      // Whoever is chosen already stays so when chosen again.
      allowDeselect={false}
      searchable
      onSearchChange={setTyped}
      onDropdownOpen={() => setLooked(true)}
      // The server has found them already.
      filter={({ options }) => options}
      nothingFoundMessage="No people found"
      {...(props.open && { defaultDropdownOpened: true, 'data-autofocus': true })}
    />
  )
}

/** People by name; staff where nothing is typed. @param typed null while nobody looks */
function usePeople(typed: string | null): { value: string; label: string }[] {
  const may = needsOf('users.list').some(useCan())
  const [search] = useDebouncedValue(typed?.trim() ?? '', 200)
  const query = { page: '1', limit: String(most), sort: 'name' }
  const { data } = useQuery({
    ...listingOptions(
      'users.list',
      search ? { ...query, search } : { ...query, type: 'admin' },
      'users',
    ),
    placeholderData: keepPreviousData,
    enabled: may && typed !== null,
    staleTime: 60_000,
  })
  return (data?.rows ?? []).map(({ id, record }) => ({
    value: id,
    label: record.name ?? record.email ?? id,
  }))
}
