import { t } from '@steward/i18n/reader'
import { type KeyboardEvent, useState } from 'react'
import { FloatingPopover } from '../../menu/floating-menu.tsx'
import { drawerPart } from '../../page/lazy-part.tsx'
import { askedOf, type ChipsProps, type FilterField } from '../definition/filter-fields.ts'
import { useNamed } from './filter-names.ts'
import { FilterPill } from './filter-pill.tsx'
import { currencyOf, sentence } from './filter-sentence.ts'

const FilterEditor = drawerPart(async () => (await import('./filter-editor.tsx')).FilterEditor)

/** One set filter, as a chip that opens it for editing and can remove it. */
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
  const named = useNamed(field, [...(asked.is ?? []), ...(asked.not ?? [])], props.rows)
  const currency = currencyOf(set)
  const onKey = (event: KeyboardEvent) => {
    if (opened || (event.key !== 'Backspace' && event.key !== 'Delete')) return
    event.preventDefault()
    onRemove()
  }
  return (
    <>
      {props.joint && (
        <span className="dim xs">
          {props.joint === 'or'
            ? t('or', {}, 'between two filters')
            : t('and', {}, 'between two filters')}
        </span>
      )}
      <FloatingPopover
        label={t('Filter {field}', { field: field.label })}
        position="bottom-start"
        opened={opened}
        onOpened={setOpened}
        target={
          <FilterPill
            label={field.label}
            active={sentence(field, asked, named, currency)}
            sentence
            onRemove={onRemove}
            onKeyDown={onKey}
          />
        }
      >
        <FilterEditor {...props} onDone={() => setOpened(false)} />
      </FloatingPopover>
    </>
  )
}
