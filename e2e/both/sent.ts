import type { Page, Request } from '@playwright/test'
import { type CallText, findCall } from '../literal/call-names.ts'

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
  page.on('request', (request) => {
    const call = callOf(request)
    if (call) sent.push(call)
  })
  const of = (call: CallText) => sent.filter((each) => each.call === call)
  return {
    sent,
    of,
    /** The last one of a kind. */
    last: (call: CallText) => of(call).at(-1),
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
