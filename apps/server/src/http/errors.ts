import { msg } from '@steward/i18n/reader'
import { nested, say } from '@steward/i18n/sentence'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isLost, isNodeAway, OutcomeUnknown } from '../db/connection/failures.ts'
import { Cancelled, TookTooLong } from '../db/reads/cancellation.ts'
import { NotLent } from '../db/write/loans.ts'
import { unreachable } from './database-deadline.ts'
import { Failure, notPermitted, Outage } from './failure.ts'
import { isCutOff } from './request-limits.ts'

const badText = new Set(['22021', '22P05'])

const diskFull = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** The SQL state `query_canceled`, as after a statement timeout. */
const givenUp = '57014'

const tookTooLong = (advice: string): Failure =>
  new Failure(
    'not_ready',
    advice
      ? say('This took too long and was stopped. {advice}', { advice: nested(advice) })
      : 'This took too long and was stopped.',
    { retryAfter: 5 },
  )

export function isOutage(error: unknown): boolean {
  if (error instanceof Outage) return true
  return diskFull.has((error as Partial<FastifyError>).code ?? '') || isLost(error)
}

/** The failure that a person gets for an error; the words of internal errors are never shown. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  const { code = '', statusCode } = error as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new Failure('too_large', 'The request is too large.')
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new Failure('unsupported_media_type', 'This content type is not supported here.')
  }
  if (badText.has(code)) {
    return new Failure('malformed', 'The request contains text that can’t be stored.')
  }
  if (diskFull.has(code)) {
    const words = msg('The server’s disk is full. Please tell its administrator.')
    return new Failure('not_ready', words, { retryAfter: 60 })
  }
  if (error instanceof NotLent) return notPermitted(error.said)
  if (error instanceof TookTooLong) return tookTooLong(error.message)
  if (code === givenUp) return tookTooLong(msg('Please try again.'))
  if (error instanceof OutcomeUnknown) {
    const words = msg(
      'The connection to the database was lost while this was being saved. It may or may not have been saved: please look before you try again.',
    )
    return new Failure('not_ready', words, { retryAfter: 5 })
  }
  if (isNodeAway(error)) {
    const words = msg('A part of the data can’t be reached right now.')
    return new Failure('not_ready', words, { retryAfter: 5 })
  }
  if (isLost(error)) return unreachable()
  if (statusCode && statusCode >= 400 && statusCode < 500) {
    return new Failure('malformed', 'The request is invalid.')
  }
  return new Failure('internal', 'Something went wrong on the server. It has been logged.')
}

export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const failure = isCutOff(error, request)
    ? new Failure('malformed', 'The request was interrupted. Please send it again.')
    : failureOf(error)
  // Cancelled work isn't logged, since its caller has gone.
  if (failure.status >= 500 && !(error instanceof Cancelled))
    request.log.error({ err: error }, 'request failed')
  if (failure.retryAfter) reply.header('retry-after', String(Math.ceil(failure.retryAfter)))
  reply
    .status(failure.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(failure.body())
}
