import { readFile } from 'node:fs/promises'
import { permission } from '@steward/contract/permissions/permissions'
import { expectAccessible, expectAccessibleEverywhere } from './lib/axe.ts'
import { chooseFile, jobDone, manyBills, spreadsheet } from './lib/import-files.ts'
import { enter, tabTo } from './lib/keyboard.ts'
import { openAs } from './lib/signed-in.ts'
import { expect, makeStaff, test } from './lib/steward.ts'

test('a spreadsheet comes in: looked at, mapped, checked, imported, its bad rows downloaded', async ({
  page,
  server,
}) => {
  test.slow()
  await openAs(page, server, '/bills')
  await page.getByRole('link', { name: 'Import' }).click()
  await expect(page.getByRole('heading', { name: 'Import bills' })).toBeVisible()
  await expectAccessible(page, 'choosing a file')
  await chooseFile(page, { name: 'bills.csv', text: spreadsheet })
  // A thread reads the file when the machine has time for it.
  const due = page.getByRole('combobox', { name: 'Due at', exact: true })
  await expect(due).toHaveValue('column:Due', { timeout: 60_000 })
  await expect(page.getByRole('combobox', { name: 'Number', exact: true })).toHaveValue(
    'column:Invoice number',
  )
  await expect(page.getByRole('cell', { name: 'שכירות' })).toBeVisible()
  const said = page.getByText(/^Of the first 5 rows/).last()
  await expect(said).toContainText('0 are valid')
  await page.getByLabel('Date formats').fill('DD.MM.YYYY')
  await page.getByLabel('Decimal separator').selectOption(',')
  await expect(said).toContainText('3 are valid and 2 are not')
  const fourth = page.getByRole('group', { name: 'Line 4' })
  await expect(fourth.getByText('Amount "-5 EUR" is negative')).toBeVisible()
  await page.getByRole('combobox', { name: 'Notes', exact: true }).selectOption('text')
  await page.getByLabel('Notes: columns in braces').fill('{nothing}')
  await expect(page.getByText(/no column "nothing"/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
  await page.getByLabel('Notes: columns in braces').fill('{Customer}, {Due}')
  await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('same')
  await page.getByLabel('Status: value for every row').fill('due')
  await expect(said).toContainText('3 are valid and 2 are not')
  await expectAccessibleEverywhere(page, 'the mapping of a file')

  // What was said of the file outlives a reload.
  await page.reload()
  await expect(page.getByLabel('Notes: columns in braces')).toHaveValue('{Customer}, {Due}')
  await page.getByRole('button', { name: 'Check the whole file' }).click()
  await jobDone(page, /^Done\. 3 can be imported, 2 bad rows\. Nothing was imported\./)
  await expectAccessible(page, 'a checked file')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await jobDone(page, /^Done\. 3 added, 2 bad rows\./)
  await page.getByText('2 rows can’t be imported', { exact: true }).click()
  await expect(page.getByText(/amount "-5 EUR" is negative/)).toBeVisible()
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download bad rows' }).click()
  const download = await coming
  expect(download.suggestedFilename()).toBe('bills.report.csv')
  expect(await readFile(await download.path(), 'utf8')).toMatch(/^\ufeffline,field,reason,row\n4,/)
  await page.reload()
  await jobDone(page, /^Done\. 3 added/)

  // One of the two is corrected on the page, and goes in without another upload.
  await fourth.getByLabel('Total').fill('5 EUR')
  await expect(fourth.getByText('Corrected')).toBeVisible()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await jobDone(page, /^Done\. 1 added, 3 already there, 1 bad row\./)
  await expectAccessible(page, 'rows to correct')

  await page.getByRole('link', { name: 'Show bills' }).click()
  await page.goto(`${server.url}/bills?search=R-&sort=number`)
  await expect(page.locator('[data-row]')).toHaveCount(4)
  await expect(page.locator('[data-row]').nth(0)).toContainText('€1,234.50')
  await expect(page.locator('[data-row]').nth(1)).toContainText('€5.00')
  await expect(page.locator('[data-row]').nth(2)).toContainText(/JP¥500$|JP¥500\D/)
  await expect(page.locator('[data-row]').nth(3)).toContainText(/KWD\s1\.500/)
})

test('a large file is paused, left, found again after a reload, and cancelled', async ({
  page,
  server,
}, info) => {
  await openAs(page, server, '/import/bills')
  await chooseFile(page, await manyBills(info.outputPath(''), 60_000))
  await page.getByText('All of the first 200 rows are valid.').first().waitFor()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Pause' })).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText(/^Paused: [\d,]+ rows? read/)).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Title' })).toBeDisabled()
  await page.reload()
  await expect(page.getByText(/^Paused:/)).toBeVisible()
  await page.getByRole('button', { name: 'Resume' }).click()
  // On another page it stands at the edge.
  await page.getByRole('link', { name: 'Tasks' }).click()
  const work = page.getByRole('region', { name: 'Background jobs' })
  await expect(work.getByRole('heading')).toHaveText('Import bills from many-bills.csv')
  await work.getByRole('button', { name: 'Cancel' }).click()
  await expect(work.getByText(/^Cancelled\. [\d,]+ added/)).toBeVisible()
})

test('files that can’t be imported are refused in plain words', async ({ page, server }) => {
  await openAs(page, server, '/import/posts')
  const alert = page.getByRole('alert')
  await chooseFile(page, { name: 'sheet.xlsx', text: Buffer.from([0x50, 0x4b, 3, 4, 0, 0]) })
  await expect(alert.getByText(/spreadsheet/)).toBeVisible()
  await chooseFile(page, { name: 'empty.csv', text: '' })
  await expect(alert.getByText(/empty/)).toBeVisible()
  await page.route('**/api/admin/imports?*', (route) =>
    route.fulfill({ status: 413, json: { message: 'The file is too large.', code: 'too_large' } }),
  )
  await chooseFile(page, { name: 'large.csv', text: 'text\na' })
  await expect(alert.getByText('The file is too large.')).toBeVisible()
  await page.unroute('**/api/admin/imports?*')
  // Latin-1, and no column that is needed.
  await chooseFile(page, { name: 'a.csv', text: Buffer.from('Größe\nklein', 'latin1') })
  await expect(page.getByText(/it is read as Windows-1252/)).toBeVisible()
  await expect(page.getByRole('columnheader', { name: /^Größe/ })).toBeVisible()
  await expect(page.getByText('Still unmapped: text.')).toBeVisible()
  // Chosen again, after it was thrown away in another tab.
  await page.goto(`${server.url}/import/posts?file=00000000-0000-7000-8000-000000000000`)
  await expect(alert.getByText(/no such file/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible()
})

test('an import is walked by keyboard alone', async ({ page, server }) => {
  await openAs(page, server, '/tasks')
  await enter(page, page.getByRole('link', { name: 'Import' }))
  const choosing = page.waitForEvent('filechooser')
  await enter(page, page.getByRole('button', { name: 'Choose a file' }))
  const chooser = await choosing
  await chooser.setFiles({
    name: 'tasks.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('What,When\nCall the plumber,2026-12-01\n'),
  })
  const title = page.getByRole('combobox', { name: 'Title', exact: true })
  await expect(title).toHaveValue('none')
  await expect(title.getByRole('option', { name: 'What', includeHidden: true })).toBeAttached()
  await tabTo(page, title)
  await page.keyboard.press('ArrowDown')
  await expect(title).toHaveValue('column:What')
  const go = page.getByRole('button', { name: 'Import', exact: true })
  await expect(go).toBeEnabled()
  await enter(page, go)
  await jobDone(page, /^Done\. 1 added/)
  await enter(page, page.getByRole('link', { name: 'Show tasks' }))
  await expect(page.locator('[data-row]').filter({ hasText: 'Call the plumber' })).toBeVisible()
})

test('who may not import sees no way to, and is told by the page', async ({ page, server }) => {
  const may = [
    permission('Operations', 'Bills', 'list'),
    permission('Operations', 'Tasks', 'list'),
    permission('Operations', 'Tasks', 'import'),
  ]
  const who = await makeStaff(server, may)
  await openAs(page, server, '/tasks', who)
  await expect(page.getByRole('link', { name: 'Import' })).toBeVisible()
  await page.goto(`${server.url}/bills`)
  await page.locator('[data-row]').first().waitFor()
  await expect(page.getByRole('link', { name: 'Import' })).toHaveCount(0)
  await page.goto(`${server.url}/import/bills`)
  await expect(page.getByRole('heading', { name: 'You don’t have access to this' })).toBeVisible()
  await expect(page.getByText(/Bills · import|import/).first()).toBeVisible()
})
