import type { Page } from '@playwright/test'
import { contextWith, inBrowser, withBrowser } from './lib/browser.ts'
import { type Figure, median, ms, printTable, time } from './lib/table.ts'

/** The longest that a key press may take, in milliseconds, with the processor slowed 4 ×. */
const target = 100

const row = 'tbody tr[data-row]'
const firstRow = (page: Page) => page.locator(row).first().focus()

const toEdit = async (page: Page) => {
  await firstRow(page)
  await page.keyboard.press('Enter')
  await page.locator('[data-record]').getByRole('button', { name: 'Edit' }).focus()
}

const toTitle = async (page: Page) => {
  await toEdit(page)
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Title' }).focus()
}

const first = (selector: string) => (page: Page) => page.locator(selector).first().focus()
const button = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).focus()

const members = '/users/members'
const newMember = '/users/new?type=member'
const nameField = (page: Page) => page.getByLabel('Name', { exact: false }).first().focus()

/** The name, address, preparation and pressed keys of each walk. */
const walks: readonly (readonly [string, string, (page: Page) => Promise<void>, string])[] = [
  ['list: next and previous row', members, firstRow, 'j j j j j j k k k'],
  ['list: choose rows', members, firstRow, 'x j x j x x'],
  ['list: type a search', members, first('[data-list-search]'), 'a n n a Backspace Backspace'],
  [
    'list: open a row’s menu',
    members,
    first(`${row} button`),
    'Enter ArrowDown ArrowDown Escape Enter Escape',
  ],
  ['list: open a filter', members, button('Status'), 'Enter Escape Enter Escape'],
  ['list: next page', members, button('Next page'), 'Enter Enter Enter'],
  ['list: sort by a column', members, first('thead th button'), 'Enter Enter Enter'],
  ['list: tick a box', members, first(`${row} [type=checkbox]`), 'Space Space Space Space'],
  ['drawer: open, next, previous', members, firstRow, 'Enter n n n p p Escape Enter'],
  ['form: type into a field', newMember, nameField, 'A d a Space L o v e l a c e'],
  ['form: open a drawer’s', '/bills', toEdit, 'Enter'],
  ['form: type into a drawer’s', '/bills', toTitle, 'H a l l Tab Tab'],
]

export const howPressed = 'the slowest key press until it is painted, processor slowed 4 ×'

/** Measures the slowest and the median key press of each walk, until it is painted. */
export const keyPress = (): Promise<void> =>
  inBrowser('Key presses', { demo: true }, ({ url, session }) =>
    withBrowser(async (browser) => {
      const stored = { token: session.token, tokenExpiry: String(session.tokenExpiry) }
      const context = await contextWith(browser, url, stored)
      const figures: Figure[] = []
      for (const [name, path, ready, keys] of walks) {
        const page = await context.newPage()
        await page.goto(url + path)
        figures.push(slowestOf(name, await press(page, () => ready(page), keys.split(' '))))
        await page.close()
      }
      printTable(`Key presses; ${howPressed}`, figures)
    }),
  )

interface Press {
  key: string
  ms: number
}

/** The slowest of some key presses beside the target, with their median. */
export function slowestOf(what: string, presses: readonly Press[]): Figure {
  const slowest = presses.reduce((most, each) => (each.ms > most.ms ? each : most))
  const middle = median(presses.map((each) => each.ms))
  return time(`${what}, median ${ms(middle)}`, [slowest.key, slowest.ms], ['', target], 1)
}

/** Presses keys one by one, after `ready`; returns the time of each in milliseconds. */
export async function press(page: Page, ready: () => Promise<void>, keys: readonly string[]) {
  const devtools = await page.context().newCDPSession(page)
  await page.waitForLoadState('networkidle').catch(() => {})
  await page.mouse.move(700, 20)
  await page.waitForTimeout(2_500)
  await watch(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await ready()
  await page.waitForTimeout(700)
  const taken: Press[] = []
  for (const key of keys) {
    await page.evaluate(() => {
      document.documentElement.dataset['slowestEvent'] = '0'
    })
    await page.keyboard.press(key)
    await page.waitForTimeout(900)
    const slowest = await page.evaluate(() => document.documentElement.dataset['slowestEvent'])
    taken.push({ key, ms: Number(slowest) })
  }
  return taken
}

/** Records the longest time from input to paint, in steps of 8 ms. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { dataset } = document.documentElement
    const observer = new PerformanceObserver((list) => {
      for (const { duration, name } of list.getEntries()) {
        if (!/^key|^input$|^beforeinput$/.test(name)) continue
        dataset['slowestEvent'] = String(Math.max(Number(dataset['slowestEvent'] ?? 0), duration))
      }
    })
    observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
}
