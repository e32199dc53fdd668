import { choose, rows } from './lib/content.ts'
import { enter, tabTo, type } from './lib/keyboard.ts'
import { openRecord } from './lib/record.ts'
import { openAs } from './lib/signed-in.ts'
import { expect, test } from './lib/steward.ts'
import { windowOptions } from './lib/windows.ts'

test('an event in another zone, from a day of the calendar, by keyboard', async ({
  page,
  server,
}) => {
  await openAs(page, server, '/events?view=calendar&month=2031-12')
  const day = page.getByRole('button', { name: /New event on .*12.*2031/ })
  await day.waitFor()
  await day.focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'New event' })
  await expect(form.getByLabel('Title')).toBeFocused()
  await page.keyboard.insertText('Harbour walk')
  const zone = form.getByRole('combobox', { name: 'Time zone' })
  await expect(zone).toHaveValue('Europe/Berlin')
  await type(page, zone, 'lisbon')
  await expect(page.getByRole('option', { name: /Europe\/Lisbon/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(form.getByText('in Lisbon time')).toBeVisible()
  await expect(form.getByLabel('Starts')).toHaveValue('2031-12-12T18:00')
  await enter(page, form.getByRole('button', { name: 'Create event' }))
  // The calendar shows it on the reader's day, and opens it.
  const record = openRecord(page)
  await expect(record).toContainText('19:00 your time; 18:00 in Lisbon')
  await record.getByRole('button', { name: 'Cancel event' }).press('Enter')
  await expect(page.getByText('“Harbour walk” cancelled.')).toBeVisible()
  await expect(record.getByRole('button', { name: 'Reinstate event' })).toBeVisible()
})

test('a poll with three options, closed afterwards, by keyboard', async ({ page, server }) => {
  await openAs(page, server, '/polls')
  await page.locator(rows).first().waitFor()
  await page.getByRole('button', { name: 'New poll or survey' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'New poll or survey' })
  const field = (name: string) => form.getByRole('textbox', { name, exact: true })
  await expect(field('Title')).toBeFocused()
  await page.keyboard.insertText('Lunch of the year')
  await tabTo(page, form.getByRole('combobox', { name: 'Status' }))
  await page.keyboard.press('O')
  await type(page, field('Question'), 'Which?')
  await type(page, field('Option 1'), 'Soup')
  await type(page, field('Option 2'), 'Rice')
  await enter(page, form.getByRole('button', { name: 'Add an option' }))
  await expect(field('Option 3')).toBeFocused()
  await page.keyboard.insertText('Fish')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(field('Option 2')).toHaveValue('Fish')
  await page.keyboard.press('Enter')
  const record = openRecord(page)
  await expect(record.getByRole('listitem')).toHaveText([/Soup/, /Fish/, /Rice/])
  await expect(page.locator(rows).first()).toContainText('Lunch of the year')
  await record.getByRole('button', { name: 'Close now' }).press('Enter')
  await expect(page.getByText('“Lunch of the year” closed.')).toBeVisible()
  await expect(record.getByRole('button', { name: 'Reopen' })).toBeVisible()
})

test('a bill as a draft, then issued', async ({ page, server }) => {
  await openAs(page, server, '/bills?filters=none')
  await page.locator(rows).first().waitFor()
  await page.getByRole('button', { name: 'New bill' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'New bill' })
  await expect(form.getByLabel('Number')).toBeFocused()
  await expect(form.getByText(/Leave empty to use the next number: B-\d+/)).toBeVisible()
  const field = (name: string) => form.getByLabel(name, { exact: true })
  await type(page, field('Title'), 'Hire of the hall')
  await type(page, field('Payer'), 'The corner shop')
  await expect(form.getByText('Name without an account')).toBeVisible()
  await type(page, field('Amount'), '125.50')
  await page.keyboard.press('Enter')
  const record = openRecord(page)
  await expect(record).toContainText('Draft')
  await page.keyboard.press('Escape')
  const row = page.locator(rows).first()
  await expect(row).toContainText('Hire of the hall')
  await choose(page, row, 'Issue')
  await expect(row).toContainText('Due')
  const today = new Date().toLocaleDateString('en-GB', {
    month: 'short',
    day: 'numeric',
    timeZone: windowOptions.timezoneId,
  })
  await expect(row).toContainText(today)
})
