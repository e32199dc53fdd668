import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface AxeResult {
  violations: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[]
}

/**
 * Holds a page against WCAG 2.2 AA. The page's own security policy forbids foreign scripts, so axe
 * is evaluated by the browser itself. Messages that come and go are held against it apart from what
 * they lie over, since how much of that they cover at this moment is chance.
 * @param within a selector of the parts that are looked at, as far as they are there: a menu closes when the window
 *   gets another size; the whole page unless given
 */
export async function expectAccessible(page: Page, what: string, within?: string): Promise<void> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(source)
  // What still moves or arrives is looked at once more.
  await expect
    .poll(() => violationsOf(page, within), { message: `${what} is accessible`, intervals: [500] })
    .toEqual([])
}

/** What is wrong with the languages that a page names; a part of what {@link expectAccessible} looks at. */
export async function languageFaults(page: Page): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(source)
  return await page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(context: object, options: object): Promise<AxeResult> }
    }
    const values = ['html-has-lang', 'html-lang-valid', 'html-xml-lang-mismatch', 'valid-lang']
    const { violations } = await axe.run(document, { runOnly: { type: 'rule', values } })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
    )
  })
}

async function violationsOf(
  page: Page,
  within: string | undefined,
): Promise<{ id: string; nodes: string[] }[]> {
  await settled(page)
  return await page.evaluate(async (only) => {
    const { axe } = window as unknown as {
      axe: { run(context: object, options: object): Promise<AxeResult> }
    }
    const options = {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      resultTypes: ['violations'],
      preload: false,
      // What floats beside its button stands outside of every landmark, as menus do.
      rules: {
        'target-size': { enabled: true },
        region: { enabled: document.querySelector('[role=menu], [role=listbox]') === null },
      },
    }
    const messages = [...document.querySelectorAll<HTMLElement>('.Toastify__toast')]
    const apart = messages.length > 0 ? [await axe.run(messages, options)] : []
    for (const each of messages) each.style.visibility = 'hidden'
    const parts = [...document.querySelectorAll(only ?? 'html')].filter((each) =>
      each.checkVisibility(),
    )
    const page = parts.length > 0 ? await axe.run(only ? parts : document, options) : null
    for (const each of messages) each.style.visibility = ''
    // What scrolls under a bar that stays in sight is partly covered by it at some moment.
    const isCovered = ({ failureSummary = '' }: { failureSummary?: string }) =>
      failureSummary.includes('partially obscured')
    return [...apart, ...(page ? [page] : [])].flatMap((result) =>
      result.violations.flatMap(({ id, nodes }) => {
        const found = id === 'target-size' ? nodes.filter((node) => !isCovered(node)) : nodes
        const words = found
          .slice(0, 3)
          .map((node) => `${node.target.join(' ')}: ${node.failureSummary}`)
        return words.length > 0 ? [{ id, nodes: words }] : []
      }),
    )
  }, within)
}

/**
 * Waits until what slides or fades in stands still: half transparent, it has other colours. Ten
 * seconds at most, as an animation that is paused or taken away may never end.
 */
export async function settled(page: Page): Promise<void> {
  const standsStill = page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    const moving = () =>
      document
        .getAnimations()
        .filter(
          ({ effect }) =>
            effect instanceof KeyframeEffect &&
            !effect.target?.closest('.Toastify') &&
            effect.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        )
    // What has just been mounted begins to move a frame or two later.
    for (let still = 0; still < 3; still += 1) {
      await frame()
      const now = moving()
      if (now.length > 0) still = 0
      await Promise.allSettled(now.map(({ finished }) => finished))
    }
  })
  await Promise.race([standsStill, new Promise((done) => setTimeout(done, 10_000))])
}

/**
 * Holds a page against WCAG 2.2 AA: light and wide, then dark and 390 px narrow, where it may not
 * scroll sideways either.
 */
export async function expectAccessibleEverywhere(
  page: Page,
  what: string,
  within?: string,
): Promise<void> {
  const before = page.viewportSize() ?? { width: 1440, height: 900 }
  const themed = (theme: string) =>
    page.evaluate(
      (look) => document.documentElement.setAttribute('data-mantine-color-scheme', look),
      theme,
    )
  await expectAccessible(page, what, within)
  await page.setViewportSize({ width: 390, height: 844 })
  await themed('dark')
  await expectAccessible(page, `${what} (dark, 390 px)`, within)
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await expect.poll(beyond, `${what} fits into 390 px`).toBeLessThanOrEqual(0)
  await themed('light')
  await page.setViewportSize(before)
}
