import { lazyPart } from '../../page/lazy-part.tsx'
import { askedOf, type ChipsProps, fieldsOf, toldBy } from '../definition/filter-fields.ts'
import { FilterChips } from './filter-chips.tsx'
import { FilterChoices } from './filter-choices.tsx'
import classes from './filters.module.css'

// Loaded late, as few lists have such filters; their place is kept.
const coming = <span className={classes.coming} />
const FilterOfKind = lazyPart(
  async () => (await import('./filter-of-kind.tsx')).FilterOfKind,
  coming,
)
const FilterSwitch = lazyPart(
  async () => (await import('./filter-of-kind.tsx')).FilterSwitch,
  coming,
)

/** The filters of a list: its states by one click, the others as chips, or as pills where the server takes single values. */
export function ListFilters<T>(
  props: Omit<ChipsProps<T>, 'fields' | 'total'> & {
    tells: (field: string) => boolean
    total: number | undefined
  },
) {
  const { definition, total, sort, tells, ...rest } = props
  const { list, filters } = definition
  if (total !== undefined) most.set(list.name, Math.max(total, most.get(list.name) ?? 0))
  const fields = fieldsOf(definition).filter(
    (field) => tells(toldBy(field)) || askedOf(field, props.set) !== null,
  )
  // With suffixes, all but the states are set by chips.
  const pills = fields.filter(({ key, choices }) => !list.suffixes || (key === 'status' && choices))
  const hasPill = pills.length > 0 && !props.set['status.not']?.length
  return (
    <>
      {pills.map((field) =>
        field.choices ? (
          <FilterChoices
            key={field.key}
            label={field.label}
            values={props.set[field.key] ?? []}
            choices={field.choices}
            single={field.kind === 'flag'}
            onChange={(next) => props.onChange({ [field.key]: next })}
          />
        ) : (
          <FilterOfKind key={field.key} field={field} {...rest} />
        ),
      )}
      {filters
        .filter(({ key }) => list.filters[key] === 'switch')
        .map((field) => (
          <FilterSwitch key={field.key} field={field} {...rest} />
        ))}
      {list.suffixes && (
        <FilterChips
          {...rest}
          {...{ definition, fields, sort }}
          isPill={({ key }) => hasPill && key === 'status'}
          total={most.get(list.name) ?? 0}
        />
      )}
    </>
  )
}

/** The largest total that was seen of each list, by its name. */
const most = new Map<string, number>()
