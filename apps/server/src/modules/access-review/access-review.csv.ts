import type { HeldPermission } from '@steward/contract/access-review/access-review'
import type { Where } from '@steward/contract/permissions/conditions'
import { actionWords, type Permission } from '@steward/contract/permissions/permissions'
import { escapeFormulas } from '@steward/contract/values/spreadsheet'
import { msg, type Translator } from '@steward/i18n/reader'
import { csvLines } from '../records/csv-lines.ts'

/** The filters of a condition as they stand in the address of a list: `amount.max=500&payer=me`. */
const addressOf = (condition: Where | null): string[] =>
  condition
    ? [
        Object.entries(condition)
          .flatMap(([key, value]) => [value].flat().map((each) => `${key}=${each}`))
          .join('&'),
      ]
    : []

const columns: readonly { title: string; of(row: HeldPermission): string }[] = [
  { title: msg('Person'), of: ({ person }) => person.name },
  { title: msg('Service account'), of: ({ person }) => (person.service ? 'yes' : 'no') },
  { title: msg('Status'), of: ({ person }) => person.status },
  { title: msg('Module'), of: ({ permission }) => permission.module },
  { title: msg('Submodule'), of: ({ permission }) => permission.submodule },
  {
    title: msg('Action'),
    of: ({ permission }) => actionWords(permission.action as Permission['action']),
  },
  { title: msg('Held through'), of: ({ sources }) => sources.map(({ kind }) => kind).join('; ') },
  {
    title: msg('Role'),
    of: ({ sources }) => sources.flatMap(({ role }) => role?.name ?? []).join('; '),
  },
  {
    title: msg('Identity provider'),
    of: ({ sources }) =>
      sources
        .flatMap(({ provider, groups }) => (provider ? [provider.name, ...groups] : []))
        .join('; '),
  },
  {
    title: msg('Condition'),
    of: ({ sources }) => sources.flatMap(({ condition }) => addressOf(condition)).join('; '),
  },
  {
    title: msg('Until'),
    of: ({ sources }) => sources.flatMap(({ until }) => until ?? []).join('; '),
  },
  { title: msg('Last used'), of: ({ lastUsed }) => lastUsed ?? '' },
  { title: msg('Uses in 90 days'), of: ({ uses }) => String(uses) },
]

/** Writes rows as CSV, with headings in the language of a translator. */
export async function* heldAsCsv(
  batches: AsyncIterable<readonly HeldPermission[]>,
  { t }: Translator,
): AsyncGenerator<string> {
  yield csvLines([columns.map(({ title }) => t(title))])
  for await (const rows of batches)
    yield csvLines(rows.map((row) => columns.map(({ of }) => escapeFormulas(of(row)))))
}
