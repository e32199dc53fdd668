import { choose, rows } from './lib/content.ts'
import { enter, tabTo, type } from './lib/keyboard.ts'
import { locale, pattern, t, within } from './lib/messages.ts'
import { createOne, newOne, typed } from './lib/phrases.ts'
import { openRecord } from './lib/record.ts'
import { openAs } from './lib/signed-in.ts'
import { expect, test } from './lib/steward.ts'
import { windowOptions } from './lib/windows.ts'

/** Times and days as screens write them. */
const timeText = (hours: number) =>
  new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(
    Date.UTC(2031, 11, 12, hours),
  )
const twelfth = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
  Date.UTC(2031, 11, 12),
)

test('an event in another zone, from a day of the calendar, by keyboard', async ({
  page,
  server,
}) => {
  await openAs(page, server, '/events?view=calendar&month=2031-12')
  const day = page.getByRole('button', { name: t('New event on {day}', { day: twelfth }) })
  await day.waitFor()
  await day.focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: newOne('event') })
  await expect(form.getByLabel(t('Title'))).toBeFocused()
  await page.keyboard.insertText('Harbour walk')
  const zone = form.getByRole('combobox', { name: t('Time zone') })
  await expect(zone).toHaveValue('Europe/Berlin')
  await type(page, zone, 'lisbon')
  await expect(page.getByRole('option', { name: /Europe\/Lisbon/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(
    form.getByText(t('Times below are in {city} time', { city: 'Lisbon' })),
  ).toBeVisible()
  await expect(form.getByLabel(t('Starts'))).toHaveValue('2031-12-12T18:00')
  await enter(page, form.getByRole('button', { name: createOne('event') }))
  // The calendar shows it on the reader's day, and opens it.
  const record = openRecord(page)
  await expect(record).toContainText(
    within('{when} your time; {there}', {
      there: t('{time} in {city}', { time: timeText(18), city: 'Lisbon' }),
    }),
  )
  await expect(record).toContainText(timeText(19))
  await record.getByRole('button', { name: t('Cancel event') }).press('Enter')
  await expect(page.getByText(t('“{title}” cancelled.', { title: 'Harbour walk' }))).toBeVisible()
  await expect(record.getByRole('button', { name: t('Reinstate event') })).toBeVisible()
})

test('a poll with three options, closed afterwards, by keyboard', async ({ page, server }) => {
  await openAs(page, server, '/polls')
  await page.locator(rows).first().waitFor()
  await page.getByRole('button', { name: newOne('poll or survey') }).press('Enter')
  const form = page.getByRole('dialog', { name: newOne('poll or survey') })
  const field = (name: string) => form.getByRole('textbox', { name, exact: true })
  const option = (option: number) => t('Option {option}', { option })
  await expect(field(t('Title'))).toBeFocused()
  await page.keyboard.insertText('Lunch of the year')
  const status = form.getByRole('combobox', { name: t('Status') })
  await tabTo(page, status)
  await page.keyboard.press('ArrowDown')
  await expect(status).toHaveValue('open')
  await type(page, field(t('Question')), 'Which?')
  await type(page, field(option(1)), 'Soup')
  await type(page, field(option(2)), 'Rice')
  await enter(page, form.getByRole('button', { name: t('Add an option') }))
  await expect(field(option(3))).toBeFocused()
  await page.keyboard.insertText('Fish')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(field(option(2))).toHaveValue('Fish')
  await page.keyboard.press('Enter')
  const record = openRecord(page)
  await expect(record.getByRole('listitem')).toHaveText([/Soup/, /Fish/, /Rice/])
  await expect(page.locator(rows).first()).toContainText('Lunch of the year')
  await record.getByRole('button', { name: t('Close now') }).press('Enter')
  await expect(page.getByText(t('“{title}” closed.', { title: 'Lunch of the year' }))).toBeVisible()
  await expect(record.getByRole('button', { name: t('Reopen') })).toBeVisible()
})

test('a bill as a draft, then issued', async ({ page, server }) => {
  await openAs(page, server, '/bills?filters=none')
  await page.locator(rows).first().waitFor()
  await page.getByRole('button', { name: newOne('bill') }).press('Enter')
  const form = page.getByRole('dialog', { name: newOne('bill') })
  await expect(form.getByLabel(t('Number'))).toBeFocused()
  await expect(
    form.getByText(
      new RegExp(
        pattern(t('Leave empty to use the next number: {number}', { number: 'B-1' })).replace(
          'B-1',
          'B-\\d+',
        ),
      ),
    ),
  ).toBeVisible()
  const field = (name: string) => form.getByLabel(name, { exact: true })
  await type(page, field(t('Title')), 'Hire of the hall')
  await type(page, field(t('Payer')), 'The corner shop')
  await expect(form.getByText(t('Name without an account'))).toBeVisible()
  await type(page, field(t('Amount')), typed('125.50'))
  await page.keyboard.press('Enter')
  const record = openRecord(page)
  await expect(record).toContainText(t('Draft', {}, 'a status'))
  await page.keyboard.press('Escape')
  const row = page.locator(rows).first()
  await expect(row).toContainText('Hire of the hall')
  await choose(page, row, t('Issue', {}, 'verb: issue a bill'))
  await expect(row).toContainText(t('Due', {}, 'a status'))
  const today = new Date().toLocaleDateString(locale, {
    month: 'short',
    day: 'numeric',
    timeZone: windowOptions.timezoneId,
  })
  await expect(row).toContainText(today)
})
