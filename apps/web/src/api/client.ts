import type { AnswerOf, BodySent, ParamsOf, QuerySent } from '@steward/contract/calls/endpoints'
import { keyHeader } from '@steward/contract/calls/idempotency'
import type { Route } from '@steward/contract/calls/route'
import type { EndpointName } from '@steward/contract/calls/routes'
import { consentHeader } from '@steward/contract/consents/consent-header'
import { currentTranslator, t } from '@steward/i18n/reader'
import { noteAccepted } from './answers/accepted.ts'
import { isOnline } from './browser/connection.ts'
import { bearer, readToken } from './browser/token.ts'
import { apiUrl } from './config.ts'
import { waitForConsent } from './consent.ts'
import { takePreloadedAnswer } from './early.ts'
import { Failure, offline, readFailure, unreachable, unreadable } from './failure.ts'
import { isSpecified, nameOf, routeOf } from './known-routes.ts'
import { loadRest } from './language/language.ts'
import { noteAnswer } from './missing-calls.ts'
import { noteWrite } from './pending-writes.ts'
import { queryText, type Sent, type Word } from './query-text.ts'
import { repeating } from './repeat.ts'
import { said } from './said.ts'
import { watchCall } from './slow-calls.ts'
import { stepUp } from './step-up.ts'
import { keyFor, type WriteKey } from './write-keys.ts'

// biome-ignore lint/complexity/noBannedTypes: `{}` here asks whether nothing is required
type Optional<T> = {} extends T ? true : false
type Part<K extends string, T> = [T] extends [undefined]
  ? { [key in K]?: undefined }
  : Optional<T> extends true
    ? { [key in K]?: T }
    : { [key in K]: T }
type QueryWords<T> = [T] extends [undefined]
  ? undefined
  : { readonly [key in keyof T]?: Word | readonly Word[] }

/** What the call named `N` sends, by the contract; the values of a query are words as typed. */
export type CallOptions<N extends EndpointName> = Part<'params', ParamsOf<N>> &
  Part<'query', QueryWords<QuerySent<N>>> &
  Part<'body', BodySent<N> extends undefined ? undefined : BodySent<N> | FormData> &
  Pick<Sent, 'signal' | 'mayTakeLong' | 'wanted'>

let sessionLost: () => void = () => {}

/** Sets the listener for the loss of the session (401 on a guarded call). */
export function onSessionLost(listener: () => void): void {
  sessionLost = listener
}

/**
 * Makes the call named in the contract (specification section 7).
 * @returns the whole answer, `{ message, data, … }`; of another server's answer only what it sent
 * @throws Failure, or the signal's own AbortError
 */
export async function call<N extends EndpointName>(
  name: N,
  ...[options]: Optional<CallOptions<N>> extends true ? [CallOptions<N>?] : [CallOptions<N>]
): Promise<AnswerOf<N>> {
  return (await send(routeOf(name), options as Sent | undefined)) as unknown as AnswerOf<N>
}

/**
 * Makes a call by its route: the untyped half of {@link call}, for bodies whose field names are
 * configured. Has no time-out; reads the token anew each time (specification section 7).
 *
 * Where the server asks for a step-up or the consent of a second person, so does a dialog; then the very call is made again. A write that
 * carries an idempotency key is sent again by itself where no answer came.
 */
export async function send(route: Route, options: Sent = {}): Promise<Record<string, unknown>> {
  try {
    return await sendNoted(route, options)
  } catch (thrown) {
    if (!(thrown instanceof Failure) || thrown.code !== 'consent_required') throw thrown
    const consent = await waitForConsent(route, options, thrown)
    return await sendNoted(route, { ...options, consent })
  }
}

async function sendNoted(route: Route, options: Sent): Promise<Record<string, unknown>> {
  const answer = sendProved(route, options)
  if (mayChange(route)) {
    void noteWrite(
      route,
      options,
      answer.catch(() => null),
    )
  }
  return await answer
}

async function sendProved(route: Route, options: Sent): Promise<Record<string, unknown>> {
  const key = keyFor(route, options)
  try {
    return await sendWith(key, route, options)
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown
    if (thrown.code === 'step_up_required') {
      if (!(await stepUp())) throw notProved(thrown)
      return await sendWith(key, route, options)
    }
    // What was sent before looked the same and was not.
    if (thrown.code === 'key_reused' && key?.sentBefore) {
      return await sendWith(key.renew(), route, options)
    }
    // Such a server has kept no answer, which calls of the specification don't need.
    const name = nameOf(route)
    if (thrown.code === 'already_done' && name && isSpecified(name))
      return { message: t('Saved. The first attempt had already gone through.') }
    throw thrown
  }
}

async function sendWith(
  key: WriteKey | null,
  route: Route,
  options: Sent,
): Promise<Record<string, unknown>> {
  refuseOffline(route, key)
  const once = () => sendOnce(route, options, key)
  return key === null ? await once() : await repeating(key, once, options.signal)
}

const notProved = ({ status, code }: Failure) =>
  new Failure({
    status,
    code,
    message: t('Nothing was changed. Confirm with your password or a passkey first.'),
  })

/** Whether a call may change something on the server, so that it must not be repeated. */
const mayChange = ({ method, readsOnly, changesState }: Route): boolean =>
  method === 'GET' ? changesState === true : readsOnly !== true

/**
 * @param key that of a write which may have been made by an earlier try
 * @throws Failure before anything is sent, where it is offline and the call may change something
 */
export function refuseOffline(route: Route, key: WriteKey | null = null): void {
  if (isOnline() || !mayChange(route)) return
  throw key?.sentBefore ? unreachable() : offline(route.needs === 'public')
}

async function sendOnce(
  route: Route,
  options: Sent,
  key: WriteKey | null,
): Promise<Record<string, unknown>> {
  const token = readToken()
  const { body } = options
  const isForm = body instanceof FormData
  const headers = new Headers({ Accept: 'application/json', ...bearer(token) })
  // i18n-ignore: a header
  if (body !== undefined && !isForm) headers.set('Content-Type', 'application/json')
  if (key) headers.set(keyHeader, key.value)
  if (options.consent) headers.set(consentHeader, options.consent)

  const again = new AbortController()
  // One with a key can be made again without doing something twice.
  const changes = mayChange(route) && key === null
  const ended = takesItsTime(options)
    ? () => {}
    : watchCall({
        changes: changes && route.needs !== 'public',
        askAgain: changes ? null : () => again.abort(),
      })
  let answer: Response
  let text: string
  try {
    const url = apiUrl(fillPath(route.path, options.params)) + queryText(options.query)
    const signal = options.signal ? AbortSignal.any([options.signal, again.signal]) : again.signal
    const early = route.method === 'GET' ? takePreloadedAnswer(url, token, signal) : null
    answer = await (early ??
      fetch(url, {
        method: route.method,
        headers,
        body: body === undefined ? null : isForm ? body : JSON.stringify(body),
        ...(mayChange(route) && { cache: 'no-store' }),
        signal,
      }))
    text = await answer.text()
  } catch (thrown) {
    if (options.signal?.aborted) throw thrown
    if (again.signal.aborted) return sendOnce(route, options, key)
    throw unreachable()
  } finally {
    ended()
  }

  // Its words may be none of those that the sign-in page begins with.
  if (!answer.ok && currentTranslator().reader.language !== 'en') await loadRest()
  return readAnswer(route, token, answer.status, text, (name) => answer.headers.get(name))
}

const takesItsTime = ({ body, mayTakeLong }: Sent): boolean =>
  mayTakeLong === true ||
  (body instanceof FormData && [...body.values()].some((value) => value instanceof Blob))

/**
 * Reads what came back of a call, however it was made.
 * @param token the one that the call was made with
 * @throws Failure
 */
export function readAnswer(
  route: Route,
  token: string | null,
  status: number,
  text: string,
  header: (name: string) => string | null,
): Record<string, unknown> {
  const isPublic = route.needs === 'public'
  noteAccepted(status, header)
  const parsed = parseJson(text)
  const sent = (parsed as { code?: unknown } | null | undefined)?.code
  const code = noteAnswer(route, status, sent) ? 'no_such_call' : sent
  if (status < 200 || status > 299) {
    // A call still under way when its session was replaced says nothing about the new one.
    if (status === 401 && !isPublic && token === readToken()) sessionLost()
    // i18n-ignore: a header
    throw readFailure(status, parsed, { isPublic, retryAfter: header('Retry-After'), code })
  }
  // A success without a body, or with one that says nothing more, is a success.
  if (text.trim() === '') return { message: '' }
  if (parsed === null || parsed === true) return { message: '', data: null }
  if (typeof parsed === 'string') return { message: parsed, data: null }
  if (Array.isArray(parsed)) {
    // A bare list has no room for a total; such servers send it in a header.
    const total = header('X-Total-Count')
    return { message: '', data: parsed, ...(total !== null && { total }) }
  }
  // i18n-ignore: a header
  if (typeof parsed !== 'object') throw unreadable(status, header('Content-Type'))
  const answer = parsed as Record<string, unknown>
  const { message } = answer
  return typeof message === 'string' ? { ...answer, message: said(message, answer) } : answer
}

/** Fills the parameters of a route's path; throws where one is missing. */
export function fillPath(path: string, params: Sent['params'] = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (!value) throw new Error(`The path ${path} lacks its ${name}`)
    return encodeURIComponent(value)
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
