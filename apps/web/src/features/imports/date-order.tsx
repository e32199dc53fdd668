import { Radio } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import type { ImportPreview } from '@steward/contract/imports'
import { count } from '../../ui/format/locale.ts'
import { dayText } from '../../ui/format/time-text.ts'
import { PageSection } from '../../ui/page/record-page.tsx'
import type { DateOrder as Order } from './import-values.ts'
import classes from './imports.module.css'

const orders = [
  { value: 'day-first', label: 'Day first' },
  { value: 'month-first', label: 'Month first' },
] as const satisfies { value: Order; label: string }[]

/**
 * Asks how dates such as 03/04/2026 are to be read, with some of the file in both readings; nothing where there
 * are none.
 */
export function DateOrder(props: {
  dates: ImportPreview['dates']
  /** What is chosen, which the preview may not have answered yet. */
  chosen: '' | Order
  disabled: boolean
  error: string | undefined
  onChange: (order: Order) => void
}) {
  const { order, undecided, ambiguous } = props.dates
  const [first] = ambiguous.samples
  if (!first) return null
  return (
    <PageSection title="Dates">
      <Radio.Group
        label={`Which comes first in ${first.text}?`}
        description={reasonOf(props.dates)}
        withAsterisk={undecided}
        value={props.chosen || order}
        error={undecided ? props.error : undefined}
        onChange={(value) => props.onChange(value as Order)}
      >
        <div className={classes.choices}>
          {orders.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} disabled={props.disabled} />
          ))}
        </div>
      </Radio.Group>
      <table className={classes.sides}>
        <caption>Dates of this file in both readings</caption>
        <thead>
          <tr>
            <th scope="col">In the file</th>
            <th scope="col">Day first</th>
            <th scope="col">Month first</th>
          </tr>
        </thead>
        <tbody>
          {ambiguous.samples.map(({ text, line, dayFirst, monthFirst }) => (
            <tr key={text}>
              <th scope="row">
                {text} <span>line {count(line)}</span>
              </th>
              <td>{dayText(Date.parse(dayFirst))}</td>
              <td>{dayText(Date.parse(monthFirst))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </PageSection>
  )
}

/** Why it is asked, or what has decided it. */
function reasonOf({ dayFirst, monthFirst }: ImportPreview['dates']): string {
  const [day, month] = [dayFirst.example, monthFirst.example]
  if (day && month) {
    return `The file has both: ${day.text} on line ${count(day.line)} has the day first, ${month.text} on line ${count(month.line)} the month. Rows that don’t fit your choice are listed below, to be corrected.`
  }
  const example = day ?? month
  if (!example) return 'The file doesn’t say: all of its dates can be read either way.'
  return `${example.text} on line ${count(example.line)} can only be read with the ${day ? 'day' : 'month'} first.`
}
