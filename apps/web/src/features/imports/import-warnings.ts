import type { ImportFile, ImportPreview } from '@steward/contract/imports/imports'
import { count, counted, listed } from '../../ui/format/locale.ts'
import { type From, fieldName, isGiven, isTaken, type OnConflict } from './import-values.ts'

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
      `${counted(left.length, 'column of the file is', 'columns of the file are')} left out: ${named(left)}.`,
    )
  }
  const unique = file.fields.find((field) => field.unique)?.name
  if (ids.length === 0 && !(unique !== undefined && isGiven(fields[unique]))) {
    const also = unique === undefined ? '' : `, and ${fieldWord(unique)} isn’t imported`
    warnings.push(
      `No unique column is chosen${also}. Identical rows are never added twice, but a row that has changed by the next import is added again, so importing a newer export of the same data can create duplicates.`,
    )
  }
  if (checked.conflicts > 0 && onConflict === 'keep') {
    warnings.push(
      `${counted(checked.conflicts, 'row has', 'rows have')} the id of a record with other content, which is kept.`,
    )
  }
  const rows = survey?.rows ?? checked.read
  const first = `Of the first ${counted(rows, 'row', 'rows')}`
  for (const [name, missing] of Object.entries(survey?.missing ?? {})) {
    warnings.push(
      `${first}, ${count(missing)} ${missing === 1 ? 'has' : 'have'} no ${fieldWord(name)}, which is required, and can’t be imported.`,
    )
  }
  for (const [name, fallback] of Object.entries(survey?.fallbacks ?? {})) {
    warnings.push(
      `${first}, ${count(fallback.rows)} ${fallback.rows === 1 ? 'has' : 'have'} no ${fieldWord(name)}, and ${fallback.rows === 1 ? 'gets' : 'get'} “${fallback.value}”.`,
    )
  }
  return warnings
}

const fieldWord = (name: string): string => {
  const words = fieldName(name)
  return words === 'E-mail' ? 'e-mail address' : words.toLowerCase()
}

const named = (names: readonly string[]): string => {
  const shown = names.slice(0, maxNamed)
  const more = names.length - shown.length
  return listed(more > 0 ? [...shown, `${count(more)} more`] : shown)
}
