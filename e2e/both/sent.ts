import { expect, type Page, type Request } from '@playwright/test'
import { type CallText, findCall } from '../spec-only-server/call-names.ts'

/** A call that the page has made. */
export interface SentCall {
  /** As the specification writes it; method and path, where it has no such call. */
  call: string
  path: string
  query: Record<string, string>
  authorization: string | undefined
  contentType: string | undefined
  /** A JSON body; the text of any other. */
  body: unknown
}

/** Notes every call of a page from now on, whatever server answers. */
export function noteCalls(page: Page) {
  const sent: SentCall[] = []
  const onTheirWay = new Set<Request>()
  page.on('request', (request) => {
    const call = callOf(request)
    if (!call) return
    sent.push(call)
    // The stream of changes is never answered whole.
    if (!call.path.startsWith('admin/live')) onTheirWay.add(request)
  })
  page.on('requestfinished', (request) => onTheirWay.delete(request))
  page.on('requestfailed', (request) => onTheirWay.delete(request))
  const of = (call: CallText) => sent.filter((each) => each.call === call)
  return {
    sent,
    of,
    /** The last one of a kind. */
    last: (call: CallText) => of(call).at(-1),
    /** Every call has been answered: a reload would end those that are still on their way. */
    answered: () => expect.poll(() => onTheirWay.size).toBe(0),
    /** Forgets what was sent so far. */
    forget: () => {
      sent.length = 0
    },
  }
}

function callOf(request: Request): SentCall | null {
  const url = new URL(request.url())
  if (!url.pathname.startsWith('/api/')) return null
  const path = url.pathname.replace(/^\/api\/+/, '')
  const { authorization, 'content-type': contentType } = request.headers()
  const body = request.postData()
  return {
    call: findCall(request.method(), path)?.text ?? `${request.method()} ${path}`,
    path,
    query: Object.fromEntries(url.searchParams),
    authorization,
    contentType,
    body: body && contentType?.includes('json') ? JSON.parse(body) : body,
  }
}
