import { TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { plain } from '../client-side/list-matching.ts'
import { askedFields, askedOf, asking, type ChipsProps, type FilterField } from './filter-fields.ts'
import { FilterForm } from './filter-form.tsx'
import classes from './filters.module.css'
import { OptionList } from './option-list.tsx'

/** Sets one filter: its field first, unless that is given, then operator and value. */
export function FilterEditor(
  props: ChipsProps<unknown> & {
    field?: FilterField<unknown>
    onRemove?: () => void
    onDone: () => void
  },
) {
  const { fields, set } = props
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
    const found = fields.filter(({ label }) => plain(label).includes(plain(typed.trim())))
    return (
      <div ref={box}>
        <OptionList
          label="Fields"
          options={found.map(({ name, label }) => ({ value: name, label }))}
          none="No such field"
          onChoose={(name) => setChosen(fields.find((field) => field.name === name))}
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
  const isSlow = props.total > maxUnasked && isUnindexed(props, chosen.name)
  return (
    <div className={classes.editor} ref={box}>
      <FilterForm
        field={chosen}
        rows={props.rows}
        asked={askedOf(chosen, set) ?? {}}
        currency={set['currency']?.length === 1 ? set['currency'][0] : undefined}
        unindexed={isSlow && { total: props.total, many: props.definition.list.many }}
        onAsk={(asked) => {
          if (props.onRemove && Object.keys(asked).length === 0) props.onRemove()
          else props.onChange(asking(chosen, asked))
          props.onDone()
        }}
      />
    </div>
  )
}

/** The total of a list up to which filters that make the server read all rows show no warning. */
const maxUnasked = 100_000

/** Whether a filter by another field may make the server read all rows of the list. */
function isUnindexed({ definition, set, sort }: ChipsProps<unknown>, field: string): boolean {
  const { unindexed = [], unindexedTogether = [] } = definition.list
  if (unindexed.includes(field)) return true
  const asked = askedFields(definition, set).map((each) => each.field.name)
  const filters = new Set([field, ...asked])
  const all = new Set([...filters, sort.replace('-', '')])
  return unindexedTogether.some(
    ([one, other]) => filters.has(one) && all.has(other) && (field === one || field === other),
  )
}
