import { t } from '@steward/i18n/reader'
import { inRow } from '../../format/phrases.ts'
import { FloatingMenu } from '../../menu/floating-menu.tsx'
import type { Choice } from '../definition/list-definition.ts'
import { FilterPill } from './filter-pill.tsx'
import classes from './filters.module.css'

/** The names of a filter's values: up to two by name, more by their number. */
export function activeWords(values: readonly string[], choices: readonly Choice[]): string | null {
  if (values.length === 0) return null
  if (values.length > 2)
    return t('{count, plural, one {# chosen} other {# chosen}}', { count: values.length })
  return inRow(
    values.map((value) => choices.find((choice) => choice.value === value)?.label ?? value),
  )
}

/** A filter of several choices, or of one at most (`single`). */
export function FilterChoices(props: {
  label: string
  choices: readonly Choice[]
  values: readonly string[]
  single?: boolean
  onChange: (values: string[]) => void
}) {
  const { label, choices, values, single = false, onChange } = props
  const flip = (value: string) => {
    if (values.includes(value)) onChange(values.filter((each) => each !== value))
    else onChange(single ? [value] : [...values, value])
  }
  return (
    <FloatingMenu
      position="bottom-start"
      closeOnItemClick={false}
      dropdownClass={classes.dropdown}
      target={
        <FilterPill
          label={label}
          active={activeWords(values, choices)}
          onRemove={() => onChange([])}
        />
      }
    >
      {(Menu) =>
        choices.map((choice) => (
          <Menu.CheckboxItem
            key={choice.value}
            checked={values.includes(choice.value)}
            closeMenuOnClick={single}
            onChange={() => flip(choice.value)}
          >
            <bdi>{choice.label}</bdi>
          </Menu.CheckboxItem>
        ))
      }
    </FloatingMenu>
  )
}
