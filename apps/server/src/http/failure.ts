import {
  type FailureBody,
  type FailureCode,
  type FailureEntry,
  failureStatus,
} from '@steward/contract/calls/errors'
import { capitalize } from '@steward/contract/values/capitalize'

/** A refusal, with a sentence for the person who asked. */
export class Failure extends Error {
  override name = 'Failure'
  readonly code: FailureCode
  readonly errors: FailureEntry[] | undefined
  readonly data: unknown
  /** When to try again, in seconds. */
  readonly retryAfter: number | undefined

  constructor(
    code: FailureCode,
    message: string,
    { errors, data, retryAfter }: Partial<Pick<Failure, 'errors' | 'data' | 'retryAfter'>> = {},
  ) {
    super(message)
    this.code = code
    this.errors = errors
    this.data = data
    this.retryAfter = retryAfter
  }

  get status(): number {
    return failureStatus[this.code]
  }

  fields(): { path: string; msg: string }[] {
    return (this.body().errors ?? []).flatMap((entry) =>
      typeof entry === 'string' ? [] : [{ path: entry.path ?? '', msg: entry.msg }],
    )
  }

  /** The body of the answer. Entries are shown one by one, so each begins with a capital letter. */
  body(): FailureBody {
    return {
      message: this.message,
      code: this.code,
      ...(this.errors ? { errors: this.errors.map(asSentence) } : {}),
      ...(this.data === undefined ? {} : { data: this.data }),
    }
  }
}

function asSentence(entry: FailureEntry): FailureEntry {
  return typeof entry === 'string' ? capitalize(entry) : { ...entry, msg: capitalize(entry.msg) }
}

/** Something that the server needs can't be reached: callers may try again soon, and jobs wait. */
export class Outage extends Failure {
  /** @param cause for the log */
  constructor(message: string, cause: Error) {
    super('not_ready', message, { retryAfter: 10 })
    this.cause = cause
  }
}

export const notFound = (sentence: string): Failure => new Failure('not_found', sentence)

export const conflict = (sentence: string): Failure => new Failure('conflict', sentence)

/** Refuses what would lock people out, or take away what the caller has no power over. */
export const unsafe = (sentence: string): Failure => new Failure('unsafe', sentence)

export const notPermitted = (sentence: string): Failure => new Failure('not_permitted', sentence)

export const invalidField = (
  path: string,
  msg: string,
  sentence = `Please check: ${path} ${msg}.`,
): Failure => new Failure('invalid', sentence, { errors: [{ msg, path }] })
