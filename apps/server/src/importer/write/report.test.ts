import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseCsv } from '../../testing/csv.ts'
import { openReport } from './report.ts'

it('makes no formula of what stands in a bad row', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'steward-report-'))
  const path = join(folder, 'report.csv')
  const report = openReport(path, 'input.csv')
  await report.add({
    line: 2,
    reasons: [{ field: '@email', reason: '-x is no e-mail address' }],
    raw: '=HYPERLINK("http://example.com"),x;=1',
  })
  await report.close()
  const [, row] = parseCsv(await readFile(path, 'utf8'))
  expect(row).toEqual([
    '2',
    "'@email",
    "'-x is no e-mail address",
    `'=HYPERLINK("http://example.com"),x;'=1`,
  ])
  await rm(folder, { recursive: true })
})
