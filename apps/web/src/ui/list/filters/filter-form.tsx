import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { Row } from '../../../api/listing.ts'
import { count } from '../../format/locale.ts'
import type { Asked, FilterField } from './filter-fields.ts'
import { askedAlone, type Operator, operatorOf, operatorsOf } from './filter-operators.ts'
import { FilterValue } from './filter-value.tsx'
import classes from './filters.module.css'

/** How a field is asked for: an operator and its value; `unindexed` where all rows have to be read. Asking nothing removes it. */
export function FilterForm(props: {
  field: FilterField<unknown>
  rows: readonly Row<unknown>[]
  asked: Asked
  currency: string | undefined
  unindexed: { total: number; many: string } | false
  onAsk: (asked: Asked) => void
}) {
  const { field, asked, unindexed } = props
  const operators = operatorsOf(field)
  const [operator, setOperator] = useState(operatorOf(asked) ?? operators[0]?.value ?? 'is')
  const [value, setValue] = useState<Asked>(asked)
  const [isUnread, setUnread] = useState(false)
  const done = askedAlone[operator]
  const next = done ?? value
  const isReady = !isUnread && Object.values(next).some((values) => values.length > 0)
  return (
    <form
      className="grid gap-12"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) props.onAsk(next)
      }}
    >
      <NativeSelect
        label={field.label}
        aria-label={`${field.label}: how`}
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
          currency={props.currency}
          value={value}
          onValue={setValue}
          onUnread={setUnread}
          onAsk={props.onAsk}
        />
      )}
      {unindexed && (
        <p className={classes.hint} role="status">
          This reads all {count(unindexed.total)} {unindexed.many} and may take a few seconds.
        </p>
      )}
      <Button type="submit" size="sm" disabled={!isReady}>
        {unindexed ? 'Run' : 'Apply'}
      </Button>
    </form>
  )
}
