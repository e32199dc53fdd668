import { Button } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { IconFilterPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { isForPage, openRecord } from '../../keys/key-context.ts'
import { useKeyHint } from '../../keys/single-keys.ts'
import { useDocumentKey } from '../../keys/use-document-key.ts'
import { FloatingPopover } from '../../menu/floating-menu.tsx'
import { drawerPart, lazyPart } from '../../page/lazy-part.tsx'
import {
  askedFields,
  asking,
  type ChipsProps,
  type FilterField,
} from '../definition/filter-fields.ts'
import classes from './filters.module.css'

const FilterEditor = drawerPart(async () => (await import('./filter-editor.tsx')).FilterEditor)

// Loaded late, as an address without filters shows no chips.
const FilterChip = lazyPart(
  async () => (await import('./filter-chip.tsx')).FilterChip,
  <span className={classes.coming} />,
  () => {},
  'soon',
)

const button = {
  size: 'compact-sm',
  radius: 'xl',
  flex: 'none',
  // No bolder than the chips beside it.
  fw: 'normal',
} as const

/** What is set of a list’s filters, each as a chip (unless `isPill`) that reads as a sentence, and the way to set another. */
export function FilterChips<T>(
  given: ChipsProps<T> & { isPill: (field: FilterField<T>) => boolean },
) {
  const { isPill, ...props } = given
  const { fields, set, onChange } = props
  const [adding, setAdding] = useState(false)
  const row = useRef<HTMLFieldSetElement>(null)
  const keyHint = useKeyHint('f')
  useDocumentKey((event) => {
    if (event.key !== 'f' || !isForPage(event)) return
    if (document.querySelector(openRecord)?.matches('[aria-modal=true]')) return
    event.preventDefault()
    setAdding(true)
  })
  const chips = askedFields(props.definition, set).map(({ field }) => field)
  const shown = chips.filter((chip) => fields.some(({ key }) => key === chip.key) && !isPill(chip))
  const any = set['match']?.[0] === 'any'
  const remove = (removed: readonly FilterField<T>[]) => {
    const change = Object.assign({}, ...removed.map((field) => asking(field, {})))
    onChange(chips.length < 3 ? { ...change, match: [] } : change)
    // The focused chip has been removed.
    queueMicrotask(() => row.current?.querySelector<HTMLElement>('[data-add-filter]')?.focus())
  }
  return (
    <fieldset className="contents" ref={row} aria-label={t('Filters')}>
      {shown.map((field, index) => (
        <FilterChip
          key={field.key}
          {...props}
          field={field}
          joint={index > 0 && (any ? 'or' : 'and')}
          onRemove={() => remove([field])}
        />
      ))}
      {fields.length > 0 && (
        <FloatingPopover
          label={t('Add filter')}
          position="bottom-start"
          opened={adding}
          onOpened={setAdding}
          target={
            <Button
              {...button}
              {...keyHint}
              data-add-filter
              leftSection={<IconFilterPlus size="0.875rem" aria-hidden />}
            >
              {t('Add filter')}
            </Button>
          }
        >
          <FilterEditor {...props} onDone={() => setAdding(false)} />
        </FloatingPopover>
      )}
      {chips.length > 1 && (
        <>
          <Button
            {...button}
            aria-label={any ? t('Match any of the filters') : t('Match all of the filters')}
            aria-pressed={any}
            onClick={() => onChange({ match: any ? [] : ['any'] })}
          >
            {/* i18n: verb: show what any of the filters matches, or what all of them match */}
            {any ? t('Match any') : t('Match all')}
          </Button>
          <Button {...button} onClick={() => remove(chips)}>
            {t('Clear all')}
          </Button>
        </>
      )}
    </fieldset>
  )
}
