import type { Browser, BrowserContext, Page } from '@playwright/test'
import { locale } from './messages.ts'

/** How each window looks at the product. */
export const windowOptions = {
  viewport: { width: 1440, height: 900 },
  locale,
  timezoneId: 'Europe/Berlin',
}

const kept = new Map<string, BrowserContext[]>()

/**
 * Opens a window beside that of the test, in which nobody is signed in. It has the caches of one that has been closed,
 * so that the web app is neither fetched nor compiled again.
 * @param baseURL what paths without an origin belong to
 */
export async function openWindow(browser: Browser, baseURL = ''): Promise<Page> {
  const contexts = kept.get(baseURL) ?? []
  const free = contexts.find((context) => context.pages().length === 0)
  if (free) {
    await free.setStorageState({ cookies: [], origins: [] })
    return await free.newPage()
  }
  const context = await browser.newContext({ ...windowOptions, ...(baseURL ? { baseURL } : {}) })
  kept.set(baseURL, [...contexts, context])
  return await context.newPage()
}
