import { Button, NativeSelect } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { useEffect, useRef, useState } from 'react'
import {
  askedFields,
  askedOf,
  asking,
  type ChipsProps,
  type FilterField,
  type FilterValues,
} from '../definition/filter-fields.ts'
import { plain } from '../definition/list-matching.ts'
import { askedAlone, type Operator, operatorOf, operatorsOf } from './filter-operators.ts'
import { currencyOf } from './filter-sentence.ts'
import { FilterValue } from './filter-value.tsx'
import classes from './filters.module.css'
import { OptionList } from './option-list.tsx'

type EditorProps = ChipsProps<unknown> & { onRemove?: () => void; onDone: () => void }

/** Sets one filter: its field first, unless that is given, then operator and value. */
export function FilterEditor(props: EditorProps & { field?: FilterField<unknown> }) {
  const { fields } = props
  const [chosen, setChosen] = useState(props.field)
  const [typed, setTyped] = useState('')
  const box = useRef<HTMLDivElement>(null)
  // The focus trap has looked for its first field before this one was there. Where it has yet to, it is left to it: it
  // would take the focus back from whoever is a field further by then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the field another control comes
  useEffect(() => {
    const dropdown = box.current?.closest('[role=dialog]')
    const focusFirst = () => box.current?.querySelector<HTMLElement>('input, select')?.focus()
    const { activeElement: focused, body } = document
    if (dropdown?.contains(focused) || focused === body) return focusFirst()
    // In a dialog the trap may find nothing to focus before this is there, and the button keeps the focus.
    const later = setTimeout(() => {
      const isAtButton = document.activeElement?.getAttribute('aria-controls') === dropdown?.id
      if (dropdown && isAtButton) focusFirst()
    }, 100)
    return () => clearTimeout(later)
  }, [chosen])
  const found = fields.filter(({ label }) => plain(label).includes(plain(typed.trim())))
  return (
    <div ref={box} style={chosen ? { width: 'min(20rem, 80vw)' } : {}}>
      {chosen ? (
        <FilterForm {...props} field={chosen} />
      ) : (
        <OptionList
          label={t('Fields')}
          field={{ name: t('Filter by'), placeholder: t('Filter by…') }}
          typed={typed}
          onType={setTyped}
          options={found.map(({ key, label }) => ({ value: key, label }))}
          none={t('No such field')}
          onChoose={(key) => setChosen(fields.find((field) => field.key === key))}
        />
      )}
    </div>
  )
}

/** How a field is asked for: an operator and its value. Asking nothing removes the filter. */
function FilterForm(props: EditorProps & { field: FilterField<unknown> }) {
  const { field, set, total } = props
  const operators = operatorsOf(field)
  const [value, setValue] = useState<FilterValues>(() => askedOf(field, set) ?? {})
  const [operator, setOperator] = useState(operatorOf(value) ?? operators[0]?.value ?? 'is')
  const [isUnread, setUnread] = useState(false)
  const done = askedAlone[operator]
  const next = done ?? value
  const isReady = !isUnread && Object.values(next).some((values) => values.length > 0)
  const isSlow = total > maxUnasked && isUnindexed(props, field.key)
  const ask = (asked: FilterValues) => {
    if (props.onRemove && Object.keys(asked).length === 0) props.onRemove()
    else props.onChange(asking(field, asked))
    props.onDone()
  }
  return (
    <form
      className="grid gap-12"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) ask(next)
      }}
    >
      <NativeSelect
        label={field.label}
        // i18n: how a list is filtered by a field, such as “is” or “at least”
        aria-label={t('{field}: how', { field: field.label })}
        data-autofocus
        value={operator}
        data={operators}
        // Browsers differ in whether Enter submits a form from this field.
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !isReady) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
        onChange={(event) => {
          const name = event.currentTarget.value as Operator
          const chosen = [...(value.is ?? []), ...(value.not ?? [])]
          setOperator(name)
          setUnread(false)
          setValue((name === 'is' || name === 'not') && chosen.length > 0 ? { [name]: chosen } : {})
        }}
      />
      {!done && (
        <FilterValue
          key={operator}
          field={field}
          rows={props.rows}
          operator={operator}
          currency={currencyOf(set)}
          value={value}
          onValue={setValue}
          onUnread={setUnread}
          onAsk={ask}
        />
      )}
      {isSlow && (
        <p className={classes.hint} role="status">
          {/* i18n: {records} is such as “200,000 bills” */}
          {t('This reads all {records} and may take a few seconds.', {
            records: t(props.definition.list.count, { count: total }),
          })}
        </p>
      )}
      <Button variant="filled" type="submit" size="sm" disabled={!isReady}>
        {/* i18n: verb: run a search that takes long */}
        {isSlow ? t('Run') : t('Apply')}
      </Button>
    </form>
  )
}

/** The total of a list up to which filters that make the server read all rows show no warning. */
const maxUnasked = 100_000

/** Whether a filter by another field may make the server read all rows of the list. */
function isUnindexed({ definition, set, sort }: ChipsProps<unknown>, field: string): boolean {
  const { unindexed = [], unindexedTogether = [] } = definition.list
  if (unindexed.includes(field)) return true
  const asked = askedFields(definition, set).map((each) => each.field.key)
  const filters = new Set([field, ...asked])
  const all = new Set([...filters, sort.replace('-', '')])
  return unindexedTogether.some(
    ([one, other]) => filters.has(one) && all.has(other) && (field === one || field === other),
  )
}
