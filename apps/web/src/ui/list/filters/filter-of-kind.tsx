import { Switch } from '@mantine/core'
import { isCurrency } from '@steward/contract/values/currency'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import type { Row } from '../../../api/listing.ts'
import { locale, once } from '../../format/locale.ts'
import { comparedOf, fieldOf } from '../client-side/list-matching.ts'
import type { Choice, Filter } from '../screen/list-definition.ts'
import type { ListState } from '../url/list-spec.ts'
import { FilterChoices } from './filter-choices.tsx'
import type { ChangeFilters } from './filter-fields.ts'
import { FilterPill } from './filter-pill.tsx'
import { FilterSpan } from './filter-span.tsx'

export interface FilterProps<T> {
  filter: Filter<T>
  /** What the filters are set to. */
  set: ListState['filters']
  rows: readonly Row<T>[]
  onChange: ChangeFilters
}

/** A filter of one of the kinds that few lists have in their toolbar. */
export function FilterOfKind({ filter, set, rows, onChange }: FilterProps<unknown>) {
  if (filter.kind === 'span') {
    const [from, to] = [set['from']?.[0], set['to']?.[0]]
    return (
      <FilterSpan
        label={filter.label}
        from={from}
        to={to}
        times={filter.times}
        onChange={(first, last) => onChange({ from: first ? [first] : [], to: last ? [last] : [] })}
      />
    )
  }
  const values = set[filter.key] ?? []
  const change = (next: readonly string[]) => onChange({ [filter.key]: next })
  const shared = { label: filter.label, values, onChange: change }
  switch (filter.kind) {
    case 'choices':
      return <FilterChoices {...shared} choices={filter.choices} />
    case 'loaded':
      return <LoadedFilter {...shared} useChoices={filter.useChoices} />
    case 'currency':
      return <FilterChoices {...shared} choices={currencies(rows, filter.key, values)} />
    case 'flag':
      return (
        <FilterChoices
          {...shared}
          single
          choices={[
            { value: 'true', label: filter.yes },
            { value: 'false', label: filter.no },
          ]}
        />
      )
    case 'searched':
      return <filter.Control {...shared} named={namedIn(rows, filter, values)} />
    case 'id': {
      if (values.length === 0) return null
      const named = namedIn(rows, filter, values)
      const nameOf = (id: string) => named.find(({ value }) => value === id)?.label
      return (
        <FilterPill
          label={filter.label}
          active={values.map((id) => nameOf(id) ?? `${id.slice(0, 8)}…`).join(', ')}
          onRemove={() => change([])}
          onClick={() => change([])}
        />
      )
    }
    case 'switch':
      return (
        <Switch
          size="sm"
          label={filter.label}
          checked={values[0] === 'true'}
          onChange={(event) => change(event.currentTarget.checked ? ['true'] : [])}
        />
      )
  }
}

function LoadedFilter(props: {
  label: string
  values: readonly string[]
  useChoices: () => readonly Choice[] | null
  onChange: (values: string[]) => void
}) {
  const { useChoices, ...rest } = props
  const choices = useChoices()
  if (choices?.length === 0 && rest.values.length === 0) return null
  return <FilterChoices {...rest} choices={choices ?? []} coming={choices === null} />
}

/** What the rows call the ids that a filter is set to. */
function namedIn<T>(
  rows: readonly Row<T>[],
  filter: Extract<Filter<T>, { kind: 'id' | 'searched' }>,
  values: readonly string[],
): Choice[] {
  return values.flatMap((value) => {
    const row = rows.find(({ record }) => comparedOf(fieldOf(record, filter.key)) === value)
    const label = row && filter.nameIn(row.record)
    return label ? [{ value, label }] : []
  })
}

const names = once(() => new Intl.DisplayNames(locale, { type: 'currency', fallback: 'code' }))
const common = ['EUR', 'USD', 'GBP', 'CHF', 'JPY', 'KWD']

/** The common currencies, those on the page, and those that are chosen. */
function currencies<T>(rows: readonly Row<T>[], key: string, values: readonly string[]) {
  const seen = rows.map(({ record }) => fieldOf(record, key))
  const codes = [...common, ...seen, ...values].filter(
    (code): code is string => typeof code === 'string' && isCurrency(code),
  )
  return [...new Set(codes)].map((code) => ({
    value: code,
    label: `${code} · ${names().of(code)}`,
  }))
}
