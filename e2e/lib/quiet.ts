import type { Page, Request } from '@playwright/test'

/** Whether a request never ends by itself: the stream of changes. */
const isStream = (request: Request) => new URL(request.url()).pathname === '/api/admin/live'

/** Milliseconds without any request after which a page counts as quiet. */
const calm = 500

/**
 * Watches a page's requests, all but the stream of changes, for which `networkidle` would wait for ever.
 * Call it before the page is opened.
 * @returns waits until there are none
 */
export function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  let last = Date.now()
  const end = (request: Request) => {
    open.delete(request)
    last = Date.now()
  }
  page.on('request', (request) => {
    if (isStream(request)) return
    open.add(request)
    last = Date.now()
  })
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return async () => {
    last = Date.now()
    while (open.size > 0 || Date.now() - last < calm) await page.waitForTimeout(50)
  }
}
