import { readFile } from 'node:fs/promises'
import { permission } from '@steward/contract/permissions/permissions'
import { expectAccessible, expectAccessibleEverywhere } from './lib/axe.ts'
import { chooseFile, jobDone, manyBills, spreadsheet } from './lib/import-files.ts'
import { enter, tabTo } from './lib/keyboard.ts'
import { pattern, t, within } from './lib/messages.ts'
import { counted, jobIs, money, permissionText, resultOf } from './lib/phrases.ts'
import { openAs } from './lib/signed-in.ts'
import { expect, makeStaff, test } from './lib/steward.ts'

const ofFive = (good: number) =>
  t(
    'Of the first {rows, plural, one {# row} other {# rows}}, {good, plural, one {# is} other {# are}} valid and {bad, plural, one {# is} other {# are}} not.',
    { rows: 5, good, bad: 5 - good },
  )
const ofAny = new RegExp([0, 1, 2, 3, 4].map((good) => pattern(ofFive(good))).join('|'))
const isNegative = t('"{value}" is negative', { value: '-5 EUR' })
const negative = t('{field} {reason}', { field: t('Amount'), reason: isNegative })
const added = (count: number) => t('{count} added', { count })
const badRows = (count: number) =>
  t('{count, plural, one {# bad row} other {# bad rows}}', { count })
const done = (...parts: string[]) =>
  jobIs('Done', pattern(t('{results}.', { results: resultOf(...parts) })))

test('a spreadsheet comes in: looked at, mapped, checked, imported, its bad rows downloaded', async ({
  page,
  server,
}) => {
  test.slow()
  await openAs(page, server, '/bills')
  await page.getByRole('link', { name: t('Import') }).click()
  await expect(
    page.getByRole('heading', { name: t('Import {many}', { many: t('bills') }) }),
  ).toBeVisible()
  await expectAccessible(page, 'choosing a file')
  await chooseFile(page, { name: 'bills.csv', text: spreadsheet })
  // A thread reads the file when the machine has time for it.
  const due = page.getByRole('combobox', { name: t('Due at'), exact: true })
  await expect(due).toHaveValue('column:Due', { timeout: 60_000 })
  await expect(page.getByRole('combobox', { name: t('Number'), exact: true })).toHaveValue(
    'column:Invoice number',
  )
  await expect(page.getByRole('cell', { name: 'שכירות' })).toBeVisible()
  const said = page.getByText(ofAny).last()
  await expect(said).toHaveText(ofFive(0))
  await page.getByLabel(t('Date formats')).fill('DD.MM.YYYY')
  await page.getByLabel(t('Decimal separator')).selectOption(',')
  await expect(said).toHaveText(ofFive(3))
  const fourth = page.getByRole('group', { name: t('Line {line}', { line: 4 }) })
  await expect(fourth.getByText(negative)).toBeVisible()
  await page.getByRole('combobox', { name: t('Notes'), exact: true }).selectOption('text')
  await page.getByLabel(t('{field}: columns in braces', { field: t('Notes') })).fill('{nothing}')
  await expect(
    page.getByText(
      within('The file has no column "{name}". It has: {columns}.', { name: 'nothing' }),
    ),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: t('Import'), exact: true })).toBeDisabled()
  await page
    .getByLabel(t('{field}: columns in braces', { field: t('Notes') }))
    .fill('{Customer}, {Due}')
  await page.getByRole('combobox', { name: t('Status'), exact: true }).selectOption('same')
  await page.getByLabel(t('{field}: value for every row', { field: t('Status') })).fill('due')
  await expect(said).toHaveText(ofFive(3))
  await expectAccessibleEverywhere(page, 'the mapping of a file')

  // What was said of the file outlives a reload.
  await page.reload()
  await expect(page.getByLabel(t('{field}: columns in braces', { field: t('Notes') }))).toHaveValue(
    '{Customer}, {Due}',
  )
  await page.getByRole('button', { name: t('Check the whole file') }).click()
  await jobDone(
    page,
    jobIs(
      'Done',
      pattern(
        t('{results}. Nothing was imported.', {
          results: resultOf(t('{count} can be imported', { count: 3 }), badRows(2)),
        }),
      ),
    ),
  )
  await expectAccessible(page, 'a checked file')
  await page.getByRole('button', { name: t('Import'), exact: true }).click()
  await jobDone(page, done(added(3), badRows(2)))
  await page
    .getByText(t('{count, plural, one {# row} other {# rows}} can’t be imported', { count: 2 }), {
      exact: true,
    })
    .click()
  const problem = t('{field} {problem}', { field: 'amount', problem: isNegative })
  await expect(page.getByText(problem, { exact: true })).toBeVisible()
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: t('Download bad rows') }).click()
  const download = await coming
  expect(download.suggestedFilename()).toBe('bills.report.csv')
  const heads = [
    t('line', {}, 'the number of a line, heading of a column'),
    t('field', {}, 'heading of a column'),
    t('reason', {}, 'heading of a column'),
    t('row', {}, 'the text of a row, heading of a column'),
  ]
  const report = await readFile(await download.path(), 'utf8')
  expect(report.startsWith(`\ufeff${heads}\n4,amount,`)).toBe(true)
  expect(report).toContain(isNegative.replaceAll('"', '""'))
  await page.reload()
  await jobDone(page, done(added(3), badRows(2)))

  // One of the two is corrected on the page, and goes in without another upload.
  await fourth.getByLabel('Total').fill('5 EUR')
  await expect(fourth.getByText(t('Corrected'))).toBeVisible()
  await page.getByRole('button', { name: t('Import'), exact: true }).click()
  await jobDone(page, done(added(1), t('{count} already there', { count: 3 }), badRows(1)))
  await expectAccessible(page, 'rows to correct')

  await page.getByRole('link', { name: t('Show {many}', { many: t('bills') }) }).click()
  await page.goto(`${server.url}/bills?search=R-&sort=number`)
  await expect(page.locator('[data-row]')).toHaveCount(4)
  await expect(page.locator('[data-row]').nth(0)).toContainText(money('EUR', 1234.5))
  await expect(page.locator('[data-row]').nth(1)).toContainText(money('EUR', 5))
  await expect(page.locator('[data-row]').nth(2)).toContainText(
    new RegExp(`${pattern(money('JPY', 500))}(?!\\d)`),
  )
  await expect(page.locator('[data-row]').nth(3)).toContainText(money('KWD', 1.5))
})

test('a large file is paused, left, found again after a reload, and cancelled', async ({
  page,
  server,
}, info) => {
  await openAs(page, server, '/import/bills')
  await chooseFile(page, await manyBills(info.outputPath(''), 60_000))
  await page
    .getByText(
      t(
        '{count, plural, one {The first row is valid.} other {All of the first # rows are valid.}}',
        { count: 200 },
      ),
    )
    .first()
    .waitFor()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await page.getByRole('button', { name: t('Import'), exact: true }).click()
  await expect(page.getByRole('button', { name: t('Pause') })).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: t('Pause') }).click()
  await expect(
    page.getByText(
      jobIs(
        'Paused',
        counted('{total, plural, one {# row} other {# rows}} read ({percent}%)', ['total'], {
          percent: 0,
        }),
      ),
    ),
  ).toBeVisible()
  await expect(page.getByRole('combobox', { name: t('Title') })).toBeDisabled()
  await page.reload()
  await expect(page.getByText(jobIs('Paused'))).toBeVisible()
  await page.getByRole('button', { name: t('Resume') }).click()
  // On another page it stands at the edge.
  await page.getByRole('link', { name: t('Tasks') }).click()
  const work = page.getByRole('region', { name: t('Background jobs') })
  await expect(work.getByRole('heading')).toHaveText(
    t('Import {many} from {file}', { many: t('bills'), file: 'many-bills.csv' }),
  )
  await work.getByRole('button', { name: t('Cancel') }).click()
  await expect(
    work.getByText(jobIs('Cancelled', pattern(added(0)).replace('0', '[\\d.,]+'))),
  ).toBeVisible()
})

test('files that can’t be imported are refused in plain words', async ({ page, server }) => {
  await openAs(page, server, '/import/posts')
  const alert = page.getByRole('alert')
  await chooseFile(page, { name: 'sheet.xlsx', text: Buffer.from([0x50, 0x4b, 3, 4, 0, 0]) })
  await expect(
    alert.getByText(
      t(
        'This is a spreadsheet or an archive, not a text file. Open it in your spreadsheet program and save the sheet as CSV.',
      ),
    ),
  ).toBeVisible()
  await chooseFile(page, { name: 'empty.csv', text: '' })
  await expect(alert.getByText(t('This file is empty. Choose another one.'))).toBeVisible()
  await page.route('**/api/admin/imports?*', (route) =>
    route.fulfill({ status: 413, json: { message: 'The file is too large.', code: 'too_large' } }),
  )
  await chooseFile(page, { name: 'large.csv', text: 'text\na' })
  await expect(alert.getByText('The file is too large.')).toBeVisible()
  await page.unroute('**/api/admin/imports?*')
  // Latin-1, and no column that is needed.
  await chooseFile(page, { name: 'a.csv', text: Buffer.from('Größe\nklein', 'latin1') })
  const isLatin = within(
    'The file is not UTF-8; it is read as Windows-1252 (Latin-1). Say {option} if that is wrong.',
  )
  await expect(page.getByText(isLatin)).toBeVisible()
  await expect(page.getByRole('columnheader', { name: /^Größe/ })).toBeVisible()
  await expect(
    page.getByText(
      t('Still unmapped: {fields}.', { fields: t('text', {}, 'a field within a sentence') }),
    ),
  ).toBeVisible()
  // Chosen again, after it was thrown away in another tab.
  await page.goto(`${server.url}/import/posts?file=00000000-0000-7000-8000-000000000000`)
  await expect(alert.getByText(t('There is no such file. It may have expired.'))).toBeVisible()
  await expect(page.getByRole('button', { name: t('Choose a file') })).toBeVisible()
})

test('an import is walked by keyboard alone', async ({ page, server }) => {
  await openAs(page, server, '/tasks')
  await enter(page, page.getByRole('link', { name: t('Import') }))
  const choosing = page.waitForEvent('filechooser')
  await enter(page, page.getByRole('button', { name: t('Choose a file') }))
  const chooser = await choosing
  await chooser.setFiles({
    name: 'tasks.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('What,When\nCall the plumber,2026-12-01\n'),
  })
  const title = page.getByRole('combobox', { name: t('Title'), exact: true })
  await expect(title).toHaveValue('none')
  await expect(title.getByRole('option', { name: 'What', includeHidden: true })).toBeAttached()
  await tabTo(page, title)
  await page.keyboard.press('ArrowDown')
  await expect(title).toHaveValue('column:What')
  const go = page.getByRole('button', { name: t('Import'), exact: true })
  await expect(go).toBeEnabled()
  await enter(page, go)
  await jobDone(page, done(added(1), badRows(0)))
  await enter(page, page.getByRole('link', { name: t('Show {many}', { many: t('tasks') }) }))
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
  await expect(page.getByRole('link', { name: t('Import') })).toBeVisible()
  await page.goto(`${server.url}/bills`)
  await page.locator('[data-row]').first().waitFor()
  await expect(page.getByRole('link', { name: t('Import') })).toHaveCount(0)
  await page.goto(`${server.url}/import/bills`)
  await expect(
    page.getByRole('heading', { name: t('You don’t have access to this') }),
  ).toBeVisible()
  await expect(
    page.getByText(permissionText('Operations', 'Bills', 'import')).first(),
  ).toBeVisible()
})
