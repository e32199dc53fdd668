import { type PersonalPlace, personalPlaces } from '@steward/contract/privacy/places'
import type { Translator } from '@steward/i18n/reader'

/** A table of an export: where its rows live, and the rows, in batches. */
export interface ExportPart {
  place: PersonalPlace
  table: string
  rows: AsyncIterable<readonly Readonly<Record<string, unknown>>[]>
}

const styles = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 56rem; padding: 0 1rem; color: #1a1a1a; background: #fff }
h1, h2, h3 { line-height: 1.25 }
h3 { font-size: 1rem; font-weight: normal; opacity: .75 }
ul { list-style: none; margin: 0 0 1.5rem; padding: 0 }
li { padding: .5rem 0; border-top: 1px solid #c8c8c8 }
dl { display: grid; grid-template-columns: minmax(8rem, 14rem) minmax(0, 1fr); gap: .15rem 1rem; margin: 0 }
dt { opacity: .75 }
dd { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere }
@media (max-width: 34rem) { dl { grid-template-columns: minmax(0, 1fr); gap: 0 } dd { margin-bottom: .5rem } }
@media (prefers-color-scheme: dark) { body { color: #eee; background: #161616 } li { border-color: #444 } }
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
    let isOpen = false
    for await (const batch of rows) {
      if (batch.length === 0) continue
      if (!isOpen) {
        if (heading !== place) yield `<h2>${escaped(t(personalPlaces[place]))}</h2>\n`
        heading = place
        yield `<h3>${escaped(wordsOf(table))}</h3>\n<ul>\n`
        isOpen = true
      }
      yield batch.map(itemOf).join('')
    }
    if (isOpen) yield '</ul>\n'
  }
  yield '</main></body></html>\n'
}

/** A row as a list of what it holds; what is empty is left out. */
function itemOf(row: Readonly<Record<string, unknown>>): string {
  const held = Object.entries(row).flatMap(([name, value]) => {
    const text = textOf(value)
    if (text === '') return []
    return [`<dt>${escaped(wordsOf(name))}</dt><dd><bdi>${escaped(text)}</bdi></dd>`]
  })
  return `<li><dl>${held.join('')}</dl></li>\n`
}

const wordsOf = (column: string): string => column.replaceAll('_', ' ')

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

const timeOf = (time: string): string => `${time.slice(0, 19).replace('T', ' ')} UTC`

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return value.join('\n')
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
