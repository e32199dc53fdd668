import { type DateEvidence, gatherDates } from './date-order.ts'
import type { ImportedArea } from './fields.ts'
import { compileMapping } from './mapping.ts'
import type { ReadingOptions } from './reading-options.ts'
import { openInput } from './rows.ts'
import type { Source } from './source.ts'

/** Rows whose dates are looked at before the first one is read. */
const maxRows = 10_000

/**
 * Finds out in which order the first rows of a file have day and month.
 * @param options with a format there is nothing to find out
 * @throws {OperatorError} where the file can't be read
 */
export async function surveyDates(
  source: Source,
  area: ImportedArea,
  options: ReadingOptions,
): Promise<DateEvidence> {
  const gathered = gatherDates(options.dateOrder)
  if ((options.dateFormats ?? []).length > 0) return gathered.end()
  const times = Object.entries(area.fields).flatMap(([name, { reader }]) =>
    reader.kind === 'time' ? [name] : [],
  )
  const input = await openInput(source, options)
  const mapping = compileMapping(area, options, input.columns)
  let rows = 0
  for await (const batch of input.rows) {
    for (const row of batch) {
      if (row.reason !== undefined) continue
      const texts = mapping((column) => row.values[column], row.columns)
      for (const name of times) if (texts[name]) gathered.add(texts[name], row.line)
    }
    rows += batch.length
    if (rows >= maxRows) break
  }
  return gathered.end()
}

/** Sentences for where dates of both orders stand in one file. */
export function notesOfDates({ dayFirst, monthFirst }: DateEvidence): string[] {
  const [day, month] = [dayFirst.example, monthFirst.example]
  if (!day || !month) return []
  const dates = (n: number) => `${n.toLocaleString('en')} ${n === 1 ? 'date has' : 'dates have'}`
  return [
    `The dates of this file contradict each other: ${dates(dayFirst.dates)} the day first (${day.text}, line ${day.line}), ${dates(monthFirst.dates)} the month first (${month.text}, line ${month.line}). Say which is right with --date-order; those of the other order are bad rows.`,
  ]
}
