import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseCsv } from '../testing/csv.ts'
import { openReport } from './report.ts'

it('makes no formula of what stands in a bad row', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'steward-report-'))
  const path = join(folder, 'report.csv')
  const report = openReport(path, 'input.csv')
  await report.add({
    line: 2,
    reasons: [{ field: 'email', reason: 'is no e-mail address' }],
    raw: '=HYPERLINK("http://example.com"),x',
  })
  await report.close()
  const [, row] = parseCsv(await readFile(path, 'utf8'))
  expect(row?.[3]).toBe(`'=HYPERLINK("http://example.com"),x`)
  await rm(folder, { recursive: true })
})
