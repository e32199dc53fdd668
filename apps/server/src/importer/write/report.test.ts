import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { say } from '@steward/i18n/sentence'
import { expect, it } from 'vitest'
import { translatorIn } from '../../languages.ts'
import { parseCsv } from '../../testing/csv.ts'
import type { BadRow } from '../parse/read-batches.ts'
import { ofValue } from '../values.ts'
import { openReport } from './report.ts'

/** The cells of the report on a row, in a language. */
async function reported(row: BadRow, language = 'en'): Promise<string[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-report-'))
  const path = join(folder, 'report.csv')
  const report = openReport(path, 'input.csv', translatorIn(language))
  await report.add(row)
  await report.close()
  const cells = parseCsv(await readFile(path, 'utf8'))
  await rm(folder, { recursive: true })
  return cells
}

it('is in the language of its reader', async () => {
  const reason = ofValue('Neue Ämter', say('is no category', {}))
  expect(
    await reported({ line: 2, reasons: [{ field: 'category', reason }], raw: 'x' }, 'de'),
  ).toEqual([
    ['Zeile', 'Feld', 'Grund', 'Inhalt'],
    ['2', 'category', '„Neue Ämter“ ist keine Kategorie', 'x'],
  ])
})

it('makes no formula of what stands in a bad row', async () => {
  const reasons = [{ field: '@email', reason: '-x is no e-mail address' }]
  const raw = '=HYPERLINK("http://example.com"),x;=1'
  const [, row] = await reported({ line: 2, reasons, raw })
  expect(row).toEqual([
    '2',
    "'@email",
    "'-x is no e-mail address",
    `'=HYPERLINK("http://example.com"),x;'=1`,
  ])
})
