import type { Page } from '@playwright/test'
import { contextWith, inBrowser, withBrowser } from './lib/browser.ts'
import { type Figure, median, ms, printTable, time } from './lib/table.ts'

/** From a key press to what it changed on the screen, in ms, with the processor slowed 4 ×. */
const target = 100

/** Keys, one after the other, from a screen that is ready for them. */
interface Walk {
  name: string
  path: string
  /** Brings the screen to where the keys are pressed. */
  ready: (page: Page) => Promise<void>
  keys: readonly string[]
}

const row = 'tbody tr[data-row]'
const firstRow = (page: Page) => page.locator(row).first().focus()

/** Opens the first record, and goes to the button that edits it. */
const toEdit = async (page: Page) => {
  await firstRow(page)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).focus()
}

const toTitle = async (page: Page) => {
  await toEdit(page)
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Title' }).focus()
}

/** The first of what a selector finds. */
const first = (selector: string) => (page: Page) => page.locator(selector).first().focus()
const button = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).focus()

const ofMembers = (name: string, ready: Walk['ready'], keys: readonly string[]): Walk => ({
  name,
  path: '/users/members',
  ready,
  keys,
})

const walks: readonly Walk[] = [
  ofMembers('list: next and previous row', firstRow, [...'jjjjjjkkk']),
  ofMembers('list: choose rows', firstRow, [...'xjxjxx']),
  ofMembers('list: type a search', first('[data-list-search]'), [
    ...'anna',
    'Backspace',
    'Backspace',
  ]),
  ofMembers('list: open a row’s menu', first(`${row} button`), [
    'Enter',
    'ArrowDown',
    'ArrowDown',
    'Escape',
    'Enter',
    'Escape',
  ]),
  ofMembers('list: open a filter', button('Status'), ['Enter', 'Escape', 'Enter', 'Escape']),
  ofMembers('list: next page', button('Next page'), ['Enter', 'Enter', 'Enter']),
  ofMembers('list: sort by a column', first('thead th button'), ['Enter', 'Enter', 'Enter']),
  ofMembers('list: tick a box', first(`${row} input[type=checkbox]`), [
    'Space',
    'Space',
    'Space',
    'Space',
  ]),
  ofMembers('drawer: open, next, previous', firstRow, ['Enter', ...'nnnpp', 'Escape', 'Enter']),
  {
    name: 'form: type into a field',
    path: '/users/new?type=member',
    ready: (page) => page.getByLabel('Name', { exact: false }).first().focus(),
    keys: [...'Ada Lovelace'],
  },
  { name: 'form: open a drawer’s', path: '/bills', ready: toEdit, keys: ['Enter'] },
  {
    name: 'form: type into a drawer’s',
    path: '/bills',
    ready: toTitle,
    keys: [...'Hall', 'Tab', 'Tab'],
  },
]

/** How long the slowest and the middle key of each walk takes until its result is painted. */
export const keyPress = (): Promise<void> =>
  inBrowser('Key presses', { demo: true }, ({ url, session }) =>
    withBrowser(async (browser) => {
      const stored = { token: session.token, tokenExpiry: String(session.tokenExpiry) }
      const context = await contextWith(browser, url, stored)
      const figures: Figure[] = []
      for (const walk of walks) {
        const page = await context.newPage()
        const taken = await press(page, url, walk)
        const slowest = taken.reduce((most, each) => (each.ms > most.ms ? each : most))
        const middle = median(taken.map((each) => each.ms))
        const line = `${walk.name}, median ${ms(middle)}`
        figures.push(time(line, [slowest.key, slowest.ms], ['', target], 1))
        await page.close()
      }
      printTable(
        'From a key press to its painted result, the slowest key, processor slowed 4 ×',
        figures,
      )
    }),
  )

/** Goes through a walk. @returns what each of its keys took */
async function press(page: Page, url: string, { path, ready, keys }: Walk) {
  const devtools = await page.context().newCDPSession(page)
  await page.goto(url + path)
  await page.waitForLoadState('networkidle').catch(() => {})
  await page.mouse.move(700, 20)
  await page.waitForTimeout(2_500)
  await watch(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await ready(page)
  await page.waitForTimeout(700)
  const taken: { key: string; ms: number }[] = []
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

/** Keeps the longest time from an input to the next paint, as the browser itself tells it, in steps of 8 ms. */
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
