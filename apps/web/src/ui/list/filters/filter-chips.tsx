import { IconFilterPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { FloatingPopover } from '../../float/floating-menu.tsx'
import { useKeyHint } from '../../keys/key-hint.ts'
import { drawerPart, lazyPart } from '../../page/lazy-part.tsx'
import type { ChipsProps } from './filter-chip.tsx'
import { askedOf, asking, type FilterField, fieldsOf } from './filter-fields.ts'
import classes from './filters.module.css'
import { useFilterKey } from './use-filter-key.ts'

const FilterEditor = drawerPart(async () => (await import('./filter-editor.tsx')).FilterEditor)

// An address without filters needs none.
const FilterChip = lazyPart(
  async () => (await import('./filter-chip.tsx')).FilterChip,
  <span className={classes.coming} />,
  () => {},
  'soon',
)

/** What is set of a list's filters, each as a chip that reads as a sentence, and the way to set another. */
export function FilterChips<T>(props: ChipsProps<T>) {
  const { fields, set, onChange } = props
  const [adding, setAdding] = useState(false)
  const row = useRef<HTMLFieldSetElement>(null)
  useFilterKey(() => setAdding(true))
  const keyHint = useKeyHint('f')
  const chips = fieldsOf(props.definition).filter((field) => askedOf(field, set) !== null)
  const shown = chips.filter(
    (chip) => fields.some(({ name }) => name === chip.name) && !props.isPill(chip),
  )
  const any = set['match']?.[0] === 'any'
  const remove = (change: Record<string, readonly string[]>) => {
    onChange(chips.length < 3 ? { ...change, match: [] } : change)
    // What had the focus is gone.
    queueMicrotask(() => row.current?.querySelector<HTMLElement>('[data-add-filter]')?.focus())
  }
  return (
    <fieldset className={classes.chips} ref={row} aria-label="Filters">
      {shown.map((field, index) => (
        <FilterChip
          key={field.name}
          {...(props as unknown as ChipsProps<unknown>)}
          field={field as unknown as FilterField<unknown>}
          joint={index > 0 && (any ? 'or' : 'and')}
          onRemove={() => remove(asking(field, {}))}
        />
      ))}
      {fields.length > 0 && (
        <FloatingPopover
          label="Add filter"
          position="bottom-start"
          opened={adding}
          onOpened={setAdding}
          target={
            <button type="button" className={classes.add} data-add-filter {...keyHint}>
              <IconFilterPlus size="0.875rem" aria-hidden /> Add filter
            </button>
          }
        >
          <FilterEditor
            {...(props as unknown as ChipsProps<unknown>)}
            onDone={() => setAdding(false)}
          />
        </FloatingPopover>
      )}
      {chips.length > 1 && (
        <>
          <button
            type="button"
            className={classes.add}
            aria-label={any ? 'Match any of the filters' : 'Match all of the filters'}
            aria-pressed={any}
            onClick={() => onChange({ match: any ? [] : ['any'] })}
          >
            {any ? 'Match any' : 'Match all'}
          </button>
          <button
            type="button"
            className={classes.add}
            onClick={() => remove(Object.assign({}, ...chips.map((field) => asking(field, {}))))}
          >
            Clear all
          </button>
        </>
      )}
    </fieldset>
  )
}
