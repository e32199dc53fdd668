import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import type { Row } from '../../../api/listing.ts'
import { FloatingPopover } from '../../float/floating-menu.tsx'
import { drawerPart } from '../../page/lazy-part.tsx'
import type { ListDefinition } from '../screen/list-definition.ts'
import type { ListState } from '../url/list-spec.ts'
import type { ChangeFilters } from './filter-fields.ts'
import { askedOf, type FilterField } from './filter-fields.ts'
import { useNamed } from './filter-names.ts'
import { sentence } from './filter-sentence.ts'
import classes from './filters.module.css'

export interface ChipsProps<T> {
  definition: ListDefinition<T>
  fields: readonly FilterField<T>[]
  set: ListState['filters']
  rows: readonly Row<T>[]
  /** Whether a field that is set shows so already, by the pill of its own. */
  isPill: (field: FilterField<T>) => boolean
  /** What the list is sorted by. */
  sort: string
  /** How many the list has in all, as far as that was seen. */
  total: number
  onChange: ChangeFilters
}

const FilterEditor = drawerPart(async () => (await import('./filter-editor.tsx')).FilterEditor)

/** One field that is asked of, as a chip that opens what is asked and takes it away. */
export function FilterChip(
  props: ChipsProps<unknown> & {
    field: FilterField<unknown>
    joint: 'and' | 'or' | false
    onRemove: () => void
  },
) {
  const { field, set, onRemove } = props
  const [opened, setOpened] = useState(false)
  const asked = askedOf(field, set) ?? {}
  const named = useNamed(field, asked, props.rows)
  const currency = set['currency']?.length === 1 ? set['currency'][0] : undefined
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Backspace' && event.key !== 'Delete') return
    if (opened) return
    event.preventDefault()
    onRemove()
  }
  return (
    <>
      {props.joint && <span className={classes.joint}>{props.joint}</span>}
      <span className={classes.pill} data-active>
        <FloatingPopover
          label={`Filter ${field.label}`}
          position="bottom-start"
          opened={opened}
          onOpened={setOpened}
          target={
            <button type="button" className={classes.main} onKeyDown={onKey}>
              <span>{field.label}</span>{' '}
              <strong>
                <bdi>{sentence(field, asked, named, currency)}</bdi>
              </strong>
            </button>
          }
        >
          <FilterEditor {...props} onDone={() => setOpened(false)} />
        </FloatingPopover>
        <button
          type="button"
          className={classes.remove}
          aria-label={`Remove filter ${field.label}`}
          onClick={onRemove}
        >
          <IconX size="0.875rem" aria-hidden />
        </button>
      </span>
    </>
  )
}
