import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Holds a page against WCAG 2.2 AA. The page's own security policy forbids foreign scripts, so axe
 * is evaluated by the browser itself.
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await page.evaluate(source)
  // What is still fading in has not got its colours yet.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((one) => one.finished),
    ),
  )
  const violations = await page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: {
        run(options: object): Promise<{
          violations: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[]
        }>
      }
    }
    const result = await axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    })
    return result.violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.slice(0, 3).map((node) => `${node.target.join(' ')}: ${node.failureSummary}`),
    }))
  })
  expect(violations, `${what} is accessible`).toEqual([])
}

/**
 * Holds a page against WCAG 2.2 AA: light and wide, then dark and 390 px narrow, where it may not
 * scroll sideways either.
 */
export async function expectAccessibleEverywhere(page: Page, what: string): Promise<void> {
  const before = page.viewportSize() ?? { width: 1440, height: 900 }
  const themed = (theme: string) =>
    page.evaluate(
      (look) => document.documentElement.setAttribute('data-mantine-color-scheme', look),
      theme,
    )
  await expectAccessible(page, what)
  // On a narrow screen a message that comes and goes lies over what stands below it.
  await expect(page.locator('.Toastify__toast--success')).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await themed('dark')
  await expectAccessible(page, `${what} (dark, 390 px)`)
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(beyond, `${what} stands within 390 px`).toBeLessThanOrEqual(0)
  await themed('light')
  await page.setViewportSize(before)
}
