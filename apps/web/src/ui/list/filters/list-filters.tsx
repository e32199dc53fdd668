import type { Row } from '../../../api/listing.ts'
import { lazyPart } from '../../page/lazy-part.tsx'
import { askedOf, type ChangeFilters, fieldsOf, toldBy } from '../url/filter-fields.ts'
import type { ListDefinition } from '../url/list-definition.ts'
import type { ListState } from '../url/list-spec.ts'
import { FilterChips } from './filter-chips.tsx'
import { FilterChoices } from './filter-choices.tsx'
import classes from './filters.module.css'

// Loaded late, as few lists have such a filter; its place is kept.
const FilterOfKind = lazyPart(
  async () => (await import('./filter-of-kind.tsx')).FilterOfKind,
  <span className={classes.coming} />,
)

/** The filters of a list: its states by one click, the others as chips, or as pills where the server takes single values. */
export function ListFilters<T>(props: {
  definition: ListDefinition<T>
  tells: (field: string) => boolean
  set: ListState['filters']
  rows: readonly Row<T>[]
  sort: string
  total: number | undefined
  onChange: ChangeFilters
}) {
  const { definition, total, sort, tells, ...rest } = props
  const { list, filters } = definition
  if (total !== undefined) most.set(list.name, Math.max(total, most.get(list.name) ?? 0))
  const fields = fieldsOf(definition).filter(
    (field) => tells(toldBy(field)) || askedOf(field, props.set) !== null,
  )
  const quick = filters.filter(
    ({ kind, key }) =>
      kind === 'switch' ||
      ((!list.suffixes || (kind === 'choices' && key === 'status')) &&
        fields.some(({ name }) => name === key)),
  )
  const hasPill = quick.some(({ kind }) => kind === 'choices') && !props.set['status.not']?.length
  return (
    <>
      {quick.map((filter) =>
        filter.kind === 'choices' ? (
          <FilterChoices
            key={filter.key}
            label={filter.label}
            values={props.set[filter.key] ?? []}
            choices={filter.choices}
            onChange={(next) => props.onChange({ [filter.key]: next })}
          />
        ) : (
          <FilterOfKind key={filter.key} filter={filter} {...rest} />
        ),
      )}
      {list.suffixes && (
        <FilterChips
          {...rest}
          {...{ definition, fields, sort }}
          isPill={({ name }) => hasPill && name === 'status'}
          total={most.get(list.name) ?? 0}
        />
      )}
    </>
  )
}

/** The largest total that was seen of each list, by its name. */
const most = new Map<string, number>()
