import { TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Row } from '../../../api/listing.ts'
import { plain } from '../client-side/list-matching.ts'
import type { ListDefinition } from '../screen/list-definition.ts'
import type { ListState } from '../url/list-spec.ts'
import { isUnindexed } from './filter-cost.ts'
import type { ChangeFilters } from './filter-fields.ts'
import { askedOf, asking, type FilterField } from './filter-fields.ts'
import { FilterForm } from './filter-form.tsx'
import classes from './filters.module.css'
import { OptionList } from './option-list.tsx'

/**
 * Sets one filter: its field first, unless it is there already, then how it is asked for.
 * @param props.field the field of the chip that is changed
 */
export function FilterEditor(props: {
  definition: ListDefinition<unknown>
  fields: readonly FilterField<unknown>[]
  set: ListState['filters']
  rows: readonly Row<unknown>[]
  sort: string
  total: number
  field?: FilterField<unknown>
  onChange: ChangeFilters
  /** Takes the chip away, with the focus that is on it. */
  onRemove?: () => void
  onDone: () => void
}) {
  const [chosen, setChosen] = useState(props.field)
  const [typed, setTyped] = useState('')
  const box = useRef<HTMLDivElement>(null)
  // The focus trap has looked for its first field before this one was there. Where it has yet to, it is left to it: it
  // would take the focus back from whoever is a field further by then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the field another control comes
  useEffect(() => {
    const focused = document.activeElement
    const isInside = box.current?.closest('[role=dialog]')?.contains(focused)
    if (isInside || focused === document.body)
      box.current?.querySelector<HTMLElement>('input, select')?.focus()
  }, [chosen])
  if (!chosen) {
    const found = props.fields.filter(({ label }) => plain(label).includes(plain(typed.trim())))
    return (
      <div ref={box}>
        <OptionList
          label="Fields"
          options={found.map(({ name, label }) => ({ value: name, label }))}
          none="No such field"
          onChoose={(name) => setChosen(props.fields.find((field) => field.name === name))}
        >
          {(field) => (
            <TextInput
              {...field}
              data-autofocus
              aria-label="Filter by"
              placeholder="Filter by…"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
        </OptionList>
      </div>
    )
  }
  return (
    <div className={classes.editor} ref={box}>
      <FilterForm
        field={chosen}
        rows={props.rows}
        asked={askedOf(chosen, props.set) ?? {}}
        currency={props.set['currency']?.length === 1 ? props.set['currency'][0] : undefined}
        unindexed={
          props.total > maxUnasked &&
          isUnindexed(props.definition, chosen.name, props.set, props.sort) && {
            total: props.total,
            many: props.definition.list.many,
          }
        }
        onAsk={(asked) => {
          if (props.onRemove && Object.keys(asked).length === 0) props.onRemove()
          else props.onChange(asking(chosen, asked))
          props.onDone()
        }}
      />
    </div>
  )
}

/** Rows of a list up to which nobody minds that all of them are read. */
const maxUnasked = 100_000
