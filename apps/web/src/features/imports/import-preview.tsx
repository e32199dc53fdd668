import type { ImportPreview } from '@steward/contract/imports/imports'
import { t } from '@steward/i18n/reader'
import { inRow } from '../../ui/format/phrases.ts'
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
        <section className={classes.rows} aria-label={t('First rows')} tabIndex={0}>
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
  if (read === 0) return t('The file has no rows.')
  if (bad === 0)
    return t(
      '{count, plural, one {The first row is valid.} other {All of the first # rows are valid.}}',
      { count: read },
    )
  return t(
    'Of the first {rows, plural, one {# row} other {# rows}}, {good, plural, one {# is} other {# are}} valid and {bad, plural, one {# is} other {# are}} not.',
    { rows: read, good, bad },
  )
}

function becomes(column: string, fields: Readonly<Record<string, From>>): string {
  const names = Object.entries(fields).flatMap(([name, from]) =>
    isTaken(column, from) ? [fieldName(name)] : [],
  )
  return names.length > 0
    ? // i18n: the fields that a column of the file becomes
      t('→ {fields}', { fields: inRow(names) })
    : t('not imported')
}
