import { Button, Checkbox, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { counted } from '../../ui/format/locale.ts'
import type { ImportValues } from './import-values.ts'
import classes from './imports.module.css'

type Values = Pick<ImportValues, 'ids' | 'source'>

/**
 * The columns that tell rows apart, and where the file comes from: an id names a row within its source alone.
 * @param props.source what the server takes for the source
 * @param props.elsewhere sources that know ids of rows that are new to this one
 */
export function UniqueColumns(props: {
  values: Values
  columns: readonly string[]
  source: string
  elsewhere: readonly { source: string; rows: number }[]
  onChange: (change: Partial<Values>) => void
}) {
  const { values, columns, onChange } = props
  return (
    <fieldset data-whole className={classes.ids}>
      <legend>Unique column</legend>
      <p className={classes.hint}>
        Rows that were already imported are skipped. Choose the columns that identify a row. If you
        choose none, the whole row is compared.
      </p>
      <div className={classes.idColumns}>
        {columns.map((column) => (
          <Checkbox
            key={column}
            label={<bdi>{column}</bdi>}
            checked={values.ids.includes(column)}
            onChange={({ currentTarget: { checked } }) =>
              onChange({
                ids: columns.filter((each) =>
                  each === column ? checked : values.ids.includes(each),
                ),
              })
            }
          />
        ))}
      </div>
      {values.ids.length > 0 && (
        <div className={classes.source}>
          <TextInput
            label="Source"
            description="Where the file comes from. The same id in two sources is two records; files of one source have one name here."
            value={values.source}
            placeholder={props.source}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => onChange({ source: event.currentTarget.value })}
          />
          {props.elsewhere.map(({ source, rows }) => (
            <div key={source} role="status" className={classes.elsewhere}>
              <span>
                {counted(rows, 'id in these rows is', 'ids in these rows are')} known from “
                <bdi>{source}</bdi>”, but not from “<bdi>{props.source}</bdi>”.
              </span>
              <Button variant="default" size="compact-sm" onClick={() => onChange({ source })}>
                {`It is “${source}”`}
              </Button>
            </div>
          ))}
        </div>
      )}
    </fieldset>
  )
}
