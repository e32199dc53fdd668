import { Checkbox, Group, Radio, type RadioGroupProps } from '@mantine/core'
import { msg, t } from '@steward/i18n/reader'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/Radio.css'
import type { ImportConflict, ImportPreview } from '@steward/contract/imports/imports'
import { rich } from '../../ui/format/rich.tsx'
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
    <PageSection title={t('Dates')}>
      <Choice<Order>
        label={t('Which comes first in {date}?', { date: first.text })}
        description={reasonOf(dates)}
        withAsterisk={dates.undecided}
        // The loaded preview may be older than the choice.
        value={values.dateOrder || dates.order}
        error={dates.undecided ? error : undefined}
        choices={[
          { value: 'day-first', label: t('Day first'), disabled },
          { value: 'month-first', label: t('Month first'), disabled },
        ]}
        onChange={(dateOrder) => onChange({ dateOrder })}
      />
      <CompareTable
        caption={t('Dates of this file in both readings')}
        head={[t('In the file'), t('Day first'), t('Month first')]}
        rows={samples.map(({ text, line, dayFirst, monthFirst }) => ({
          key: text,
          head: (
            <>
              {text} <div>{t('line {line}', { line })}</div>
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
    return t(
      'The file has both: {first} on line {firstLine} has the day first, {second} on line {secondLine} the month. Rows that don’t fit your choice are listed below, to be corrected.',
      { first: day.text, firstLine: day.line, second: month.text, secondLine: month.line },
    )
  }
  if (day) {
    return t('{date} on line {line} can only be read with the day first.', {
      date: day.text,
      line: day.line,
    })
  }
  if (month) {
    return t('{date} on line {line} can only be read with the month first.', {
      date: month.text,
      line: month.line,
    })
  }
  return t('The file doesn’t say: all of its dates can be read either way.')
}

const ways = {
  entities: {
    found: msg(
      '{texts, plural, one {# text} other {# texts}} in the first {rows, plural, one {# row} other {# rows}} {texts, plural, one {holds} other {hold}} HTML entities such as &amp; or &eacute;.',
    ),
    act: msg('Decode HTML entities'),
  },
  unescape: {
    found: msg(
      '{texts, plural, one {# text} other {# texts}} in the first {rows, plural, one {# row} other {# rows}} {texts, plural, one {holds} other {hold}} escapes such as \\u00e9 or \\".',
    ),
    act: msg('Decode escapes'),
  },
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
        <p role="status">{t(ways[way].found, { texts, rows: survey.rows })}</p>
        <Checkbox
          label={t(ways[way].act)}
          checked={values[way]}
          disabled={props.disabled}
          onChange={(event) => props.onChange({ [way]: event.currentTarget.checked })}
        />
        <CompareTable
          caption={values[way] ? t('They become') : t('They would become')}
          head={[
            t('Column'),
            t('In the file'),
            values[way] ? t('Imported', {}, 'a value of a row') : t('Decoded'),
          ]}
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
    <PageSection title={t('Same id, other content')}>
      <p>
        {props.words} {t('If these are different records, give the file another source above.')}
      </p>
      <Choice<OnConflict>
        label={t('What happens to these rows')}
        description={
          missing && t('Overwriting needs the permission “{permission}”.', { permission: missing })
        }
        value={props.values.onConflict}
        choices={[
          { value: 'keep', label: t('Keep what is here'), disabled },
          {
            value: 'overwrite',
            label: t('Overwrite it with the file'),
            disabled: disabled || missing !== undefined,
          },
          { value: 'bad', label: t('Count these rows as bad'), disabled },
        ]}
        onChange={(onConflict) => props.onChange({ onConflict })}
      />
      {samples.slice(0, maxShown).map(({ line, id, shown, fields }) => (
        <CompareTable
          key={line}
          caption={rich('Line {line}, id {id}', { line, id: <bdi>{id}</bdi> })}
          head={[t('Field'), t('Here', {}, 'what the record holds'), t('In the file')]}
          rows={fields.map(({ field, here, file }) => ({
            key: field,
            head: fieldName(field),
            cells: [shown ? sideText(here) : t('Not visible to you'), sideText(file)],
          }))}
        />
      ))}
      {samples.length > maxShown && (
        <p className="dim small">
          {t(
            '{count, plural, one {# row is} other {# rows are}} shown. The report of an import names every one.',
            { count: maxShown },
          )}
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
