import { type PersonalPlace, personalPlaces } from '@steward/contract/privacy/places'
import type { Translator } from '@steward/i18n/reader'

/** A table of an export: where its rows live, and the rows, in batches. */
export interface ExportPart {
  place: PersonalPlace
  table: string
  rows: AsyncIterable<readonly Readonly<Record<string, unknown>>[]>
}

const styles = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; color: #1a1a1a; background: #fff }
h1, h2, h3 { line-height: 1.25 }
.scroll { overflow-x: auto }
table { border-collapse: collapse; width: 100%; margin: .5rem 0 1.5rem }
th, td { border: 1px solid #c8c8c8; padding: .35rem .6rem; text-align: start; vertical-align: top; white-space: pre-wrap; overflow-wrap: anywhere }
th { background: #f3f3f3 }
@media (prefers-color-scheme: dark) { body { color: #eee; background: #161616 } th { background: #262626 } th, td { border-color: #444 } }
`

/** A page that can be read by itself: no scripts, nothing loaded from elsewhere; times in UTC. */
export async function* htmlOf(
  { id, at }: { id: string; at: string },
  parts: Iterable<ExportPart>,
  { t, reader, direction }: Translator,
): AsyncGenerator<string> {
  const title = t('Personal data')
  yield `<!doctype html>\n<html lang="${escaped(reader.language)}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title><style>${styles}</style></head><body>
<main><h1>${escaped(title)}</h1>
<p>${escaped(t('All that is held about this person, without what is about others. Times are in UTC.'))}</p>
<p>${escaped(t('Person {id}, exported at {time}', { id, time: timeOf(at) }))}</p>\n`
  let heading: string | undefined
  for (const { place, table, rows } of parts) {
    let columns: string[] | undefined
    for await (const batch of rows) {
      const [first] = batch
      if (!first) continue
      if (!columns) {
        columns = Object.keys(first)
        if (heading !== place) yield `<h2>${escaped(t(personalPlaces[place]))}</h2>\n`
        heading = place
        yield `<div class="scroll" tabindex="0" role="region" aria-label="${escaped(table)}"><table><caption>${escaped(table)}</caption><thead><tr>${columns.map((column) => `<th scope="col">${escaped(wordsOf(column))}</th>`).join('')}</tr></thead><tbody>\n`
      }
      const names = columns
      yield batch
        .map(
          (row) =>
            `<tr>${names.map((name) => `<td>${escaped(textOf(row[name]))}</td>`).join('')}</tr>\n`,
        )
        .join('')
    }
    if (columns) yield '</tbody></table></div>\n'
  }
  yield '</main></body></html>\n'
}

const wordsOf = (column: string): string => column.replaceAll('_', ' ')

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

const timeOf = (time: string): string => `${time.slice(0, 19).replace('T', ' ')} UTC`

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return isTime.test(value) ? timeOf(value) : value
  return typeof value === 'object' ? JSON.stringify(value, null, 1) : String(value)
}

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? sign)
