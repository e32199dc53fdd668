import type { Locator, Page } from '@playwright/test'
import { openRecord } from './lib/record.ts'
import { screens } from './lib/screens.ts'
import { openAs } from './lib/signed-in.ts'
import { expect, test } from './lib/steward.ts'

/** What a page looks like that a person set their browser for. */
const settings = {
  'text of twice the size': ':root { font-size: 200% }',
  'the spacing of WCAG 1.4.12':
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
}

/** Adds styles to a page, past its content security policy. */
function addStyles(text: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  document.adoptedStyleSheets = [sheet]
}

/**
 * Texts that are cut without an ellipsis or lie below something else, controls that lie over another, and how far the
 * page scrolls sideways.
 */
const faults = (page: Page) =>
  page.evaluate(() => {
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && !element.closest('[class*=unseen]')
    const sticks = (element: Element | null): Element | null =>
      !element || /sticky|fixed/.test(getComputedStyle(element).position)
        ? element
        : sticks(element.parentElement)
    /** Whether something else lies over the middle of what is in sight of a text, and scrolls with it. */
    const isCovered = (own: Element, text: DOMRect) => {
      let { left, right, top, bottom } = text
      for (let frame: Element | null = own; frame; frame = frame.parentElement) {
        if (getComputedStyle(frame).overflow === 'visible') continue
        const box = frame.getBoundingClientRect()
        left = Math.max(left, box.left)
        right = Math.min(right, box.right)
        top = Math.max(top, box.top)
        bottom = Math.min(bottom, box.bottom)
      }
      if (right - left < 2 || bottom - top < 2) return false
      const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      if (!at || at.contains(own) || at.closest('label, a, button')?.contains(own)) return false
      return !own.contains(at) && sticks(at) === sticks(own)
    }
    const cut: string[] = []
    const covered: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const own = node.parentElement
      const words = node.textContent?.trim()
      if (!words || !own || !isSeen(own) || own.closest('option, svg')) continue
      const range = document.createRange()
      range.selectNode(node)
      const text = range.getBoundingClientRect()
      if (text.width < 2) continue
      if (isCovered(own, text)) covered.push(words)
      for (let frame: Element | null = own; frame; frame = frame.parentElement) {
        const style = getComputedStyle(frame)
        const box = frame.getBoundingClientRect()
        if (box.width <= 1 || style.clipPath !== 'none') break
        if (style.overflowX === 'visible' || frame === document.body) continue
        const isTold = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
        if (/auto|scroll/.test(style.overflowX + style.overflowY) || isTold) break
        const beyond = Math.max(text.right - box.right, box.left - text.left)
        const below = Math.max(text.bottom - box.bottom, box.top - text.top)
        // Amounts that a line has no room for at all are counted at its end (bills.module.css).
        const isCounted = own.closest('[class*=sums]') && text.top >= box.bottom - 1
        if ((beyond > 1.5 || below > 3) && !isCounted) cut.push(words)
        break
      }
    }
    const controls = [...document.querySelectorAll<HTMLElement>('main :is(a[href], button, input)')]
      .filter(
        (each) => isSeen(each) && !each.closest('[role=grid], [data-layout], table, [data-row]'),
      )
      .filter((each) => !each.closest('[class*=card], [class*=Input-wrapper], [class*=section]'))
    // Of what a strip scrolls, the part that is in sight.
    const inside = controls.map((each) => {
      const { left, right, top, bottom } = each.getBoundingClientRect()
      const strip = each.closest('[class*=narrowing]')?.getBoundingClientRect()
      return {
        left: Math.max(left, strip?.left ?? left),
        right: Math.min(right, strip?.right ?? right),
        top,
        bottom,
      }
    })
    const over = controls.flatMap((one, at) =>
      controls.slice(at + 1).flatMap((other, more) => {
        const [a, b] = [inside[at], inside[at + 1 + more]]
        if (!a || !b || one.contains(other) || sticks(one) !== sticks(other)) return []
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left)
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
        const named = (each: HTMLElement) => each.ariaLabel ?? each.innerText
        return wide > 2 && high > 2 ? [`${named(one)} over ${named(other)}`] : []
      }),
    )
    return { cut, covered, over, beyond: document.documentElement.scrollWidth - innerWidth }
  })

for (const [what, styles] of Object.entries(settings))
  for (const width of [1440, 720])
    test(`${what} cuts and covers nothing on any screen (${width} px)`, async ({
      page,
      server,
    }) => {
      test.setTimeout(180_000)
      await page.setViewportSize({ width, height: 900 })
      await page.addInitScript(addStyles, styles)
      await openAs(page, server, '/dashboard')
      for (const path of screens) {
        await page.goto(`${server.url}${path}`)
        await expect(page.locator('main h1').first()).toBeVisible()
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        await expect
          .poll(() => faults(page), { message: path, timeout: 5_000 })
          .toEqual({ cut: [], covered: [], over: [], beyond: 0 })
      }
    })

test('on a telephone text of twice the size scrolls no list or form sideways, and covers no text', async ({
  page,
  server,
}) => {
  test.setTimeout(180_000)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(addStyles, settings['text of twice the size'])
  await openAs(page, server, '/dashboard')
  for (const path of screens) {
    await page.goto(`${server.url}${path}`)
    await expect(page.locator('main h1').first()).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expect
      .poll(() => faults(page), { message: path, timeout: 5_000 })
      .toMatchObject({ covered: [], beyond: 0 })
  }
})

for (const width of [1440, 390])
  test(`at text of twice the size a record and a filter are within the window (${width} px)`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.addInitScript(addStyles, settings['text of twice the size'])
    await openAs(page, server, '/bills?filters=none')
    await page.getByRole('button', { name: 'Add filter' }).click()
    const choices = page.getByRole('dialog').filter({ has: page.getByPlaceholder('Filter by…') })
    await expect(choices).toBeInViewport({ ratio: 0.3 })
    const box = await choices.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 9999)).toBeLessThanOrEqual(width)
    await page.keyboard.press('Escape')
    await page.locator('[data-row]').first().focus()
    await page.keyboard.press('Enter')
    const record = openRecord(page)
    await expect(record.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
    await expect(record.getByText('Payer', { exact: true })).toBeAttached()
    expect((await faults(page)).beyond).toBe(0)
  })

test('on a telephone every target is 24 px, and no filter lies below the order', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, server, '/dashboard')
  for (const path of screens) {
    await page.goto(`${server.url}${path}`)
    await expect(page.locator('main h1').first()).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    const small = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('main :is(a[href], button, [role=button])')]
        .filter((each) => each.checkVisibility({ visibilityProperty: true }))
        // A link within a sentence is as high as its line.
        .filter((each) => !each.closest('p, [class*=unseen]'))
        .map((each) => ({ each, box: each.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 1 && (box.width < 23.9 || box.height < 23.9))
        .map(
          ({ each, box }) => `${each.ariaLabel ?? each.innerText}: ${box.width} × ${box.height}`,
        ),
    )
    expect(small, path).toEqual([])
  }
  // The search is its icon beside the filters until it is used, and the order stands behind them.
  await page.goto(`${server.url}/events?filters=none`)
  const search = page.getByRole('textbox', { name: 'Search events' })
  const filter = page.getByRole('button', { name: 'Add filter' })
  const boxOf = async (of: Locator) =>
    (await of.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await expect(page.locator('[data-sorted]')).toBeAttached({ timeout: 10_000 })
  const [field, add, sort] = await Promise.all(
    [search, filter, page.locator('[data-sorted]')].map(boxOf),
  )
  expect(field?.width).toBeLessThan(60)
  expect(Math.abs((field?.y ?? 0) - (add?.y ?? 99))).toBeLessThan(16)
  expect((add?.x ?? 0) + (add?.width ?? 999)).toBeLessThanOrEqual(sort?.x ?? 0)
  await search.click()
  await expect.poll(async () => (await boxOf(search)).width).toBeGreaterThan(300)
  await search.fill('market')
  await filter.click()
  await expect(page.getByRole('combobox', { name: 'Filter by' })).toBeVisible()
  await page.keyboard.press('Escape')
  expect((await boxOf(search)).width).toBeGreaterThan(300)
  await search.fill('')
  await filter.focus()
  await expect.poll(async () => (await boxOf(search)).width).toBeLessThan(60)
})
