import type { ImportFile, ImportPreview } from '@steward/contract/imports/imports'
import { t } from '@steward/i18n/reader'
import { type From, fieldWord, isGiven, isTaken, type OnConflict } from './import-values.ts'

const maxNamed = 8

/** The warnings before an import, each in one or two sentences; `ids` are the id columns. */
export function importWarnings(
  file: ImportFile,
  preview: Pick<ImportPreview, 'columns'> &
    Partial<Pick<ImportPreview, 'survey'>> & {
      checked: Pick<ImportPreview['checked'], 'read' | 'conflicts'>
    },
  fields: Readonly<Record<string, From>>,
  ids: readonly string[],
  onConflict: OnConflict,
): string[] {
  const { columns, survey, checked } = preview
  const warnings: string[] = []
  const sources = Object.values(fields)
  const left = columns.filter(
    (column) => !ids.includes(column) && !sources.some((from) => isTaken(column, from)),
  )
  if (left.length > 0) {
    warnings.push(
      t(
        '{count, plural, one {# column of the file is} other {# columns of the file are}} left out: {columns}.',
        { count: left.length, columns: named(left) },
      ),
    )
  }
  const unique = file.fields.find((field) => field.unique)?.name
  if (ids.length === 0 && !(unique !== undefined && isGiven(fields[unique]))) {
    warnings.push(
      unique === undefined
        ? t(
            'No unique column is chosen. Identical rows are never added twice, but a row that has changed by the next import is added again, so importing a newer export of the same data can create duplicates.',
          )
        : t(
            'No unique column is chosen, and {field} isn’t imported. Identical rows are never added twice, but a row that has changed by the next import is added again, so importing a newer export of the same data can create duplicates.',
            { field: fieldWord(unique) },
          ),
    )
  }
  if (checked.conflicts > 0 && onConflict === 'keep') {
    warnings.push(
      t(
        '{count, plural, one {# row has} other {# rows have}} the id of a record with other content, which is kept.',
        { count: checked.conflicts },
      ),
    )
  }
  const rows = survey?.rows ?? checked.read
  for (const [name, count] of Object.entries(survey?.missing ?? {})) {
    warnings.push(
      t(
        'Of the first {rows, plural, one {# row} other {# rows}}, {count, plural, one {# has} other {# have}} no {field}, which is required, and can’t be imported.',
        { rows, count, field: fieldWord(name) },
      ),
    )
  }
  for (const [name, fallback] of Object.entries(survey?.fallbacks ?? {})) {
    warnings.push(
      t(
        'Of the first {rows, plural, one {# row} other {# rows}}, {count, plural, one {# has no {field}, and gets “{value}”} other {# have no {field}, and get “{value}”}}.',
        { rows, count: fallback.rows, field: fieldWord(name), value: fallback.value },
      ),
    )
  }
  return warnings
}

const named = (names: readonly string[]): string[] => {
  const shown = names.slice(0, maxNamed)
  const more = names.length - shown.length
  // i18n: the end of a list: “a, b, and 3 more”
  return more > 0 ? [...shown, t('{count} more', { count: more })] : shown
}
