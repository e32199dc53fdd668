import { expect, type Locator, type Page } from '@playwright/test'
import { directionOf } from '@steward/i18n/reader'
import { language } from './messages.ts'

/**
 * Goes to something by the Tab key, and within what is one stop of it by the arrow keys, as far as it takes; fails where it
 * can't be reached.
 */
export async function tabTo(page: Page, to: Locator): Promise<void> {
  await expect(to).toBeVisible()
  for (let steps = 0; steps < 80; steps++) {
    const at = await to.evaluate(async (element) => {
      const isThere = () => element === document.activeElement
      // A dialog that has just closed gives the focus back, which may be after it was put here.
      if (isThere()) await new Promise((done) => setTimeout(done, 30))
      if (isThere()) return 'there'
      const { activeElement } = document
      const group = activeElement?.closest('[data-roving]')
      return group?.contains(element) ? 'beside' : 'elsewhere'
    })
    if (at === 'there') return
    // The right arrow may be a column's own.
    await page.keyboard.press(at === 'beside' ? 'ArrowDown' : 'Tab')
  }
  throw new Error(`${to} can’t be reached by the Tab key`)
}

/** Goes to a button or link by the Tab key and presses Enter on it. */
export async function enter(page: Page, on: Locator): Promise<void> {
  await tabTo(page, on)
  await page.keyboard.press('Enter')
}

/** Goes to a field by the Tab key and types over what it holds. */
export async function type(page: Page, into: Locator, text: string): Promise<void> {
  await tabTo(page, into)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText(text)
}

/** Types into a field that takes the focus by itself, once it has it. */
export async function writeIn(page: Page, into: Locator, text: string): Promise<void> {
  await expect(into).toBeFocused()
  await page.keyboard.insertText(text)
}

/** An arrow key as it goes along the lines: left and right change places where they are read from the right. */
export function alongLines(key: string): string {
  if (directionOf(language) === 'ltr') return key
  return { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }[key] ?? key
}
