import type { ImportPreview } from '@steward/contract/imports/imports'
import { count, counted } from '../../ui/format/locale.ts'
import { type From, fieldName, isTaken } from './import-values.ts'
import classes from './imports.module.css'

export function PreviewOfFile(props: {
  preview: ImportPreview
  fields: Readonly<Record<string, From>>
  stale: boolean
}) {
  const { columns, rows, notes, checked } = props.preview
  return (
    <div className="stack gap-12 shrinks" style={{ opacity: props.stale ? 0.6 : 1 }}>
      {notes.map((note) => (
        <p key={note} className="dim small">
          {note}
        </p>
      ))}
      <strong>{checkSummary(checked)}</strong>
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys
        <section className={classes.rows} aria-label="First rows" tabIndex={0}>
          <table>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    <bdi>{column}</bdi>
                    <span className="block dim xs regular">{becomes(column, props.fields)}</span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name of their own
                <tr key={index}>
                  {row.map((value, at) => (
                    <td key={columns[at]} dir="auto">
                      {value}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  )
}

export function checkSummary({ read, good, bad }: ImportPreview['checked']): string {
  if (read === 0) return 'The file has no rows.'
  const which = `the first ${counted(read, 'row', 'rows')}`
  if (bad === 0) return read === 1 ? 'The first row is valid.' : `All of ${which} are valid.`
  return `Of ${which}, ${count(good)} ${good === 1 ? 'is' : 'are'} valid and ${count(bad)} ${bad === 1 ? 'is' : 'are'} not.`
}

function becomes(column: string, fields: Readonly<Record<string, From>>): string {
  const names = Object.entries(fields).flatMap(([name, from]) =>
    isTaken(column, from) ? [fieldName(name)] : [],
  )
  return names.length > 0 ? `→ ${names.join(', ')}` : 'not imported'
}
