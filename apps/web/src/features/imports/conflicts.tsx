import { Radio } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import type { ImportConflict } from '@steward/contract/imports'
import { count, counted } from '../../ui/format/locale.ts'
import { dateText, dayText, isDay } from '../../ui/format/time-text.ts'
import { PageSection } from '../../ui/page/record-page.tsx'
import { fieldName, type OnConflict } from './import-values.ts'
import classes from './imports.module.css'

const choices = [
  { value: 'keep', label: 'Keep what is here' },
  { value: 'overwrite', label: 'Overwrite it with the file' },
  { value: 'bad', label: 'Count these rows as bad' },
] as const satisfies { value: OnConflict; label: string }[]

/**
 * Rows with the id of a record that has other content: some of them with both sides, and what shall become of them.
 * @param props.words how many there are, as a sentence
 * @param props.missing the permission that overwriting lacks, if any
 */
export function ImportConflicts(props: {
  words: string
  samples: readonly ImportConflict[]
  value: OnConflict
  missing: string | undefined
  disabled: boolean
  onChange: (value: OnConflict) => void
}) {
  return (
    <PageSection title="Same id, other content">
      <p className={classes.conflictWords}>
        {props.words} If these are different records, give the file another source above.
      </p>
      <Radio.Group
        label="What happens to these rows"
        description={
          props.missing === undefined
            ? undefined
            : `Overwriting needs the permission “${props.missing}”.`
        }
        value={props.value}
        onChange={(value) => props.onChange(value as OnConflict)}
      >
        <div className={classes.choices}>
          {choices.map(({ value, label }) => (
            <Radio
              key={value}
              value={value}
              label={label}
              disabled={props.disabled || (value === 'overwrite' && props.missing !== undefined)}
            />
          ))}
        </div>
      </Radio.Group>
      {props.samples.slice(0, maxShown).map((sample) => (
        <Sides key={sample.line} sample={sample} />
      ))}
      {props.samples.length > maxShown && (
        <p className={classes.hint}>
          {counted(maxShown, 'row is', 'rows are')} shown. The report of an import names every one.
        </p>
      )}
    </PageSection>
  )
}

/** Conflicts that are shown. */
const maxShown = 5

/** A value as it is read: a time on the clocks of here. */
function sideText(value: string): string {
  const at = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(at)) return value || '—'
  return isDay(at) ? dayText(at) : dateText(at, Date.now())
}

function Sides({ sample: { line, id, shown, fields } }: { sample: ImportConflict }) {
  return (
    <table className={classes.sides}>
      <caption>
        Line {count(line)}, id <bdi>{id}</bdi>
      </caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Here</th>
          <th scope="col">In the file</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ field, here, file }) => (
          <tr key={field}>
            <th scope="row">{fieldName(field)}</th>
            <td dir="auto">{shown ? sideText(here) : 'Not visible to you'}</td>
            <td dir="auto">{sideText(file)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
