import { Checkbox, Group, Radio, type RadioGroupProps } from '@mantine/core'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/Radio.css'
import type { ImportConflict, ImportPreview } from '@steward/contract/imports/imports'
import { count, counted } from '../../ui/format/locale.ts'
import { dateText, dayText, isDay } from '../../ui/format/time-text.ts'
import { PageSection } from '../../ui/page/record-page.tsx'
import { CompareTable } from '../../ui/record/compare-table.tsx'
import {
  fieldName,
  type ImportValues,
  type OnConflict,
  type DateOrder as Order,
} from './import-values.ts'

interface Part {
  values: ImportValues
  disabled: boolean
  onChange: (change: Partial<ImportValues>) => void
}

function Choice<T extends string>({
  choices,
  onChange,
  ...props
}: Omit<RadioGroupProps, 'onChange' | 'children' | 'ref'> & {
  choices: readonly { value: T; label: string; disabled: boolean }[]
  onChange: (value: T) => void
}) {
  return (
    <Radio.Group {...props} onChange={(value) => onChange(value as T)}>
      <Group gap="8px 24px" my={8}>
        {choices.map((choice) => (
          <Radio key={choice.value} {...choice} />
        ))}
      </Group>
    </Radio.Group>
  )
}

/** Asks for the date order of dates such as 03/04/2026, with samples in both readings. */
export function DateOrder({
  dates,
  error,
  values,
  disabled,
  onChange,
}: Part & { dates: ImportPreview['dates']; error: string | undefined }) {
  const { samples } = dates.ambiguous
  const [first] = samples
  if (!first) return null
  return (
    <PageSection title="Dates">
      <Choice<Order>
        label={`Which comes first in ${first.text}?`}
        description={reasonOf(dates)}
        withAsterisk={dates.undecided}
        // The loaded preview may be older than the choice.
        value={values.dateOrder || dates.order}
        error={dates.undecided ? error : undefined}
        choices={[
          { value: 'day-first', label: 'Day first', disabled },
          { value: 'month-first', label: 'Month first', disabled },
        ]}
        onChange={(dateOrder) => onChange({ dateOrder })}
      />
      <CompareTable
        caption="Dates of this file in both readings"
        head={['In the file', 'Day first', 'Month first']}
        rows={samples.map(({ text, line, dayFirst, monthFirst }) => ({
          key: text,
          head: (
            <>
              {text} <div>line {count(line)}</div>
            </>
          ),
          cells: [dayFirst, monthFirst].map((day) => dayText(Date.parse(day))),
        }))}
      />
    </PageSection>
  )
}

function reasonOf({ dayFirst, monthFirst }: ImportPreview['dates']): string {
  const [day, month] = [dayFirst.example, monthFirst.example]
  if (day && month) {
    return `The file has both: ${day.text} on line ${count(day.line)} has the day first, ${month.text} on line ${count(month.line)} the month. Rows that don’t fit your choice are listed below, to be corrected.`
  }
  const example = day ?? month
  if (!example) return 'The file doesn’t say: all of its dates can be read either way.'
  return `${example.text} on line ${count(example.line)} can only be read with the ${day ? 'day' : 'month'} first.`
}

const ways = {
  entities: { hold: 'HTML entities such as &amp; or &eacute;', act: 'Decode HTML entities' },
  unescape: { hold: 'escapes such as \\u00e9 or \\"', act: 'Decode escapes' },
} as const

/** Encoded texts of the first rows, before and after, with switches to decode them. */
export function EncodedTexts(props: Part & { survey: ImportPreview['survey'] | undefined }) {
  const { survey, values } = props
  if (!survey) return null
  return (['entities', 'unescape'] as const).map((way) => {
    const { texts, examples } = survey.encoded[way]
    if (texts === 0) return null
    return (
      <div key={way} className="stack gap-8 mb-16" style={{ maxWidth: '60rem' }}>
        <p role="status">
          {counted(texts, 'text', 'texts')} in the first {counted(survey.rows, 'row', 'rows')}{' '}
          {texts === 1 ? 'holds' : 'hold'} {ways[way].hold}.
        </p>
        <Checkbox
          label={ways[way].act}
          checked={values[way]}
          disabled={props.disabled}
          onChange={(event) => props.onChange({ [way]: event.currentTarget.checked })}
        />
        <CompareTable
          caption={values[way] ? 'They become' : 'They would become'}
          head={['Column', 'In the file', values[way] ? 'Imported' : 'Decoded']}
          rows={examples.map(({ column, before, after }) => ({
            key: `${column} ${before}`,
            head: <bdi>{column}</bdi>,
            cells: [before, after],
          }))}
        />
      </div>
    )
  })
}

const maxShown = 5

/** Both sides of some conflicts, with a choice; `missing` is the permission to overwrite. */
export function ImportConflicts(
  props: Part & {
    words: string
    samples: readonly ImportConflict[]
    missing: string | undefined
  },
) {
  const { samples, missing, disabled } = props
  return (
    <PageSection title="Same id, other content">
      <p>{props.words} If these are different records, give the file another source above.</p>
      <Choice<OnConflict>
        label="What happens to these rows"
        description={missing && `Overwriting needs the permission “${missing}”.`}
        value={props.values.onConflict}
        choices={[
          { value: 'keep', label: 'Keep what is here', disabled },
          {
            value: 'overwrite',
            label: 'Overwrite it with the file',
            disabled: disabled || missing !== undefined,
          },
          { value: 'bad', label: 'Count these rows as bad', disabled },
        ]}
        onChange={(onConflict) => props.onChange({ onConflict })}
      />
      {samples.slice(0, maxShown).map(({ line, id, shown, fields }) => (
        <CompareTable
          key={line}
          caption={
            <>
              Line {count(line)}, id <bdi>{id}</bdi>
            </>
          }
          head={['Field', 'Here', 'In the file']}
          rows={fields.map(({ field, here, file }) => ({
            key: field,
            head: fieldName(field),
            cells: [shown ? sideText(here) : 'Not visible to you', sideText(file)],
          }))}
        />
      ))}
      {samples.length > maxShown && (
        <p className="dim small">
          {counted(maxShown, 'row is', 'rows are')} shown. The report of an import names every one.
        </p>
      )}
    </PageSection>
  )
}

function sideText(value: string): string {
  const at = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(at)) return value || '—'
  return isDay(at) ? dayText(at) : dateText(at, Date.now())
}
