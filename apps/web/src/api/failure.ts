import { type FailureCode, failureStatus } from '@steward/contract/calls/errors'
import { t } from '@steward/i18n/reader'
import { isObject, textOf } from './answers/read.ts'
import { said, saidOfField } from './said.ts'

/** One thing that a failure says; `path` names the field it is about. */
export interface FailureLine {
  msg: string
  path?: string
}

interface FailureParts {
  status: number
  code: FailureCode | 'unreachable' | 'offline' | 'unknown'
  message: string
  entries?: FailureLine[]
  data?: unknown
  retryAfter?: number | null
}

/** The one error that a call ends in, whatever went wrong. */
export class Failure extends Error {
  /** HTTP status; 0 where no answer came. */
  readonly status: number
  /** What went wrong; narrow by this, never by the message. */
  readonly code: FailureParts['code']
  /** Messages to show, one for each entry (specification section 8); never empty. */
  readonly entries: readonly FailureLine[]
  /** Data that the server sent along, such as the current state of a record. */
  readonly data: unknown
  /** Seconds to wait before the next try, where the server says so. */
  readonly retryAfter: number | null

  constructor(parts: FailureParts) {
    super(parts.message)
    // i18n-ignore: the name of the class
    this.name = 'Failure'
    this.status = parts.status
    this.code = parts.code
    this.entries = parts.entries?.length ? parts.entries : [{ msg: parts.message }]
    this.data = parts.data ?? null
    this.retryAfter = parts.retryAfter ?? null
  }
}

const failed = (code: FailureParts['code'], message: string, status = 0): Failure =>
  new Failure({ status, code, message })

/**
 * The failure of a call that wasn't sent, as the browser is offline.
 * @param isPublic whether nobody is signed in, so that the message isn't about saving
 */
export const offline = (isPublic = false): Failure =>
  failed(
    'offline',
    isPublic
      ? t('You are offline. Nothing was sent: try again once you are back online.')
      : t('You are offline. Nothing was saved: try again once you are back online.'),
  )

/** No answer came: the server is down, can’t be found, or the browser forbade the call. */
export const unreachable = (): Failure =>
  failed('unreachable', t('The server can’t be reached. Check your connection and try again.'))

/** An answer came that no client could read. */
export function unreadable(status: number, contentType: string | null): Failure {
  const type = contentType?.split(';')[0]
  const words = type
    ? t('The server’s answer could not be read ({type}, status {status}).', {
        type,
        status: String(status),
      })
    : t('The server’s answer could not be read (no content type, status {status}).', {
        status: String(status),
      })
  return failed('unknown', words, status)
}

/** An answer came that lacks what the call is made for, such as `counts`. */
export const without = (what: string): Failure =>
  // i18n: {what} is the technical name of a part of the answer, such as “counts”
  failed('unknown', t('The server’s answer has no {what}.', { what }), 200)

/**
 * Reads a refusal as specification section 8 says: an `errors` array gives an entry each, a single
 * `errors` value gives that value, else the payload's message, else that of the request.
 * @param body the parsed JSON of the answer; anything at all
 * @param options.code what is known to have gone wrong, in place of what the body says
 */
export function readFailure(
  status: number,
  body: unknown,
  options: { isPublic?: boolean; retryAfter?: string | null; code?: unknown } = {},
): Failure {
  const payload = isObject(body) ? body : {}
  const entries = readEntries(payload['errors'])
  const sent = textOf(payload['message'])
  const message =
    (sent === null ? undefined : said(sent, payload)) ??
    entries[0]?.msg ??
    t('Request failed with status code {status}', { status: String(status) })
  const wait = Number(options.retryAfter)
  return new Failure({
    status,
    code: codeOf(options.code ?? payload['code'], status, options.isPublic ?? false),
    message,
    entries,
    data: payload['data'],
    retryAfter: options.retryAfter && Number.isFinite(wait) ? wait : null,
  })
}

/**
 * Whether the session is lost. The session guard then says so and leads to the sign-in, so nothing
 * else speaks of it (specification section 2).
 */
export const isLeftToGuard = (failure: Failure): boolean => failure.code === 'no_session'

/** Whether the server lacks the call, which is one of ours: it is not offered again. */
export const isLackOfCall = (failure: Failure): boolean => failure.code === 'no_such_call'

/** Whatever was thrown, as a failure that can be shown. */
export function toFailure(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown
  const message = thrown instanceof Error ? thrown.message : textOf(thrown)
  return failed('unknown', message || t('Something went wrong.'))
}

/** What a failure says, in one line: all that the server names (specification section 8). */
export const wordsOf = (thrown: unknown): string =>
  toFailure(thrown)
    .entries.map(({ msg }) => msg)
    .join(' ')

function readEntries(errors: unknown): FailureLine[] {
  if (Array.isArray(errors)) return errors.flatMap((each) => readEntry(each) ?? [])
  const single = readEntry(errors)
  if (single) return [single]
  // An object without a message of its own: messages by field, as several frameworks answer.
  if (!isObject(errors)) return []
  return Object.entries(errors).flatMap(([path, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((each) => {
      const entry = readEntry(each)
      return entry ? { path, ...entry } : []
    }),
  )
}

function readEntry(each: unknown): FailureLine | undefined {
  const text = textOf(each)
  if (text !== null) return { msg: saidOfField(text) }
  if (!isObject(each)) return undefined
  const sent = textOf(each['msg']) ?? textOf(each['message'])
  const path = textOf(each['path'])
  if (sent === null) return undefined
  const msg = saidOfField(sent, each)
  return path === null ? { msg } : { msg, path }
}

function codeOf(sent: unknown, status: number, isPublic: boolean): FailureParts['code'] {
  if (typeof sent === 'string' && Object.hasOwn(failureStatus, sent)) return sent as FailureCode
  if (status === 401) return isPublic ? 'wrong_credentials' : 'no_session'
  const known = Object.entries(failureStatus).find(([, each]) => each === status)
  return known ? (known[0] as FailureCode) : 'unknown'
}
