import { t } from '@steward/i18n/reader'
import { useState } from 'react'
import type { Choice, UseSearch } from '../definition/list-definition.ts'
import { noteName } from './filter-names.ts'
import { OptionList } from './option-list.tsx'

export const noSearch = () => null

/** People to choose, found by what is typed; `known` are offered before that. */
export function PeopleOptions(props: {
  label: string
  useSearch: UseSearch | undefined
  values: readonly string[]
  known: readonly Choice[]
  onChange: (values: string[]) => void
}) {
  const { label, useSearch = noSearch, values, known, onChange } = props
  const [typed, setTyped] = useState('')
  const found = useSearch(typed)
  const others = found?.choices.filter(({ value }) => value !== 'me') ?? []
  const isOther = (id: string) => others.some(({ value }) => value === id)
  const first = typed.trim() === '' ? known.filter(({ value }) => !isOther(value)) : []
  return (
    <OptionList
      label={label}
      field={{
        name: t('{field}: search', { field: label }),
        placeholder: found ? t('Search by name or e-mail') : t('Me'),
      }}
      typed={typed}
      onType={setTyped}
      options={[...first, ...others]}
      chosen={values}
      none={found?.pending ? t('Searching…') : t('No people found')}
      onChoose={(id) => {
        const choice = others.find(({ value }) => value === id)
        if (choice) noteName(choice)
        onChange(values.includes(id) ? values.filter((each) => each !== id) : [...values, id])
      }}
    />
  )
}
