import type { Page, Request } from '@playwright/test'

/** Whether a request never ends by itself: the stream of changes. */
const isStream = (request: Request) => new URL(request.url()).pathname === '/api/admin/live'

/** Milliseconds without any request after which a page counts as quiet. */
const calm = 500

/** Milliseconds after which nobody waits for a request: the end of some that outlive their page is never told. */
const longest = 5_000

/**
 * Watches a page's requests, all but the stream of changes, for which `networkidle` would wait for ever.
 * Call it before the page is opened.
 * @returns waits until there are none
 */
export function watchRequests(page: Page): () => Promise<void> {
  const open = new Map<Request, number>()
  let last = Date.now()
  const end = (request: Request) => {
    open.delete(request)
    last = Date.now()
  }
  page.on('request', (request) => {
    if (isStream(request)) return
    open.set(request, Date.now())
    last = Date.now()
  })
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return async () => {
    last = Date.now()
    const isOpen = (since: number) => Date.now() - since < longest
    while ([...open.values()].some(isOpen) || Date.now() - last < calm)
      await new Promise((done) => setTimeout(done, 50))
  }
}
