import type { Page } from '@playwright/test'

/** What a person may set their browser for. */
export const textSettings = {
  'text of twice the size': ':root { font-size: 200% }',
  'the spacing of WCAG 1.4.12':
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
}

/** Puts styles on a page in place of those of an earlier call, past its content security policy. */
export const putStyles = (page: Page, text: string): Promise<void> =>
  page.evaluate((styles) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    document.adoptedStyleSheets = [sheet]
  }, text)

/**
 * Texts that are cut without an ellipsis or lie below something else, controls that lie over another, and how far the
 * page scrolls sideways.
 */
export const layoutFaults = (page: Page) =>
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
        // Amounts that a line has no room for at all are counted at its end (bill-totals.tsx).
        const isCounted = own.closest('[data-counted]') && text.top >= box.bottom - 1
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

/** What stands beyond its own edge, or that of what cuts it, and isn't a text that ends in an ellipsis. */
export const cutTexts = (page: Page, only?: 'numbers') =>
  page.evaluate((numbers) => {
    const textsOf = (element: Element) =>
      [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
    const own = (element: Element) =>
      textsOf(element)
        .map((node) => node.textContent ?? '')
        .join('')
        .trim()
    return [...document.querySelectorAll<HTMLElement>('main *, [role=dialog] *')]
      .filter((element) => (numbers ? /\d/.test(own(element)) : own(element) !== ''))
      .filter((element) => !element.closest('[data-clip], option, [class*=unseen], svg'))
      .filter((element) => {
        const cell = element.closest<HTMLElement>('td, th, dd, li, a, button') ?? element
        const box = cell.getBoundingClientRect()
        const texts = textsOf(element).flatMap((node) => {
          const range = document.createRange()
          range.selectNode(node)
          const text = range.getBoundingClientRect()
          return text.width > 0 ? [text] : []
        })
        if (texts.length === 0 || box.width === 0) return false
        const isScrolled =
          element.scrollWidth > element.clientWidth + 1 &&
          element.clientWidth > 0 &&
          getComputedStyle(element).overflowX !== 'visible'
        return (
          isScrolled ||
          texts.some(({ left, right }) => right > box.right + 1 || left < box.left - 1)
        )
      })
      .map((element) => `${element.className}: ${own(element)}`)
      .slice(0, 5)
  }, only)

/** Controls on a page that are smaller than 24 px in a direction, with their size. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(a[href], button, [role=button])')]
      .filter((each) => each.checkVisibility({ visibilityProperty: true }))
      // A link within a sentence is as high as its line.
      .filter((each) => !each.closest('p, [class*=unseen]'))
      .map((each) => ({ each, box: each.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && (box.width < 23.9 || box.height < 23.9))
      .map(({ each, box }) => `${each.ariaLabel ?? each.innerText}: ${box.width} × ${box.height}`),
  )
