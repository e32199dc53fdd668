import {
  type FailureBody,
  type FailureCode,
  type FailureEntry,
  failureStatus,
  type Translatable,
} from '@steward/contract/calls/errors'
import { capitalize } from '@steward/contract/values/capitalize'
import '@steward/i18n/lazy-compiler'
import { nested, type Said, type Sentence, say, translatable } from '@steward/i18n/sentence'

/** One thing that is wrong; `path` is that of the field. */
export type Wrong = string | { msg: Said; path?: string }

/** A refusal, with a sentence for the person who asked. */
export class Failure extends Error {
  override name = 'Failure'
  readonly code: FailureCode
  /** The message with its values; `message` is its English. */
  readonly said: Said
  readonly errors: readonly Wrong[] | undefined
  readonly data: unknown
  /** When to try again, in seconds. */
  readonly retryAfter: number | undefined

  constructor(
    code: FailureCode,
    said: Said,
    { errors, data, retryAfter }: Partial<Pick<Failure, 'errors' | 'data' | 'retryAfter'>> = {},
  ) {
    super(String(said))
    this.code = code
    this.said = said
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
      ...(translatable(this.said) as Translatable),
      code: this.code,
      ...(this.errors ? { errors: this.errors.map(entryOf) } : {}),
      ...(this.data === undefined ? {} : { data: this.data }),
    }
  }
}

function entryOf(wrong: Wrong): FailureEntry {
  if (typeof wrong === 'string') return capitalize(wrong)
  const msg = capitalize(String(wrong.msg))
  return { ...wrong, msg, ...(translatable(wrong.msg) as Translatable) }
}

/** Something that the server needs can't be reached: callers may try again soon, and jobs wait. */
export class Outage extends Failure {
  /** @param cause for the log */
  constructor(said: Said, cause: Error) {
    super('not_ready', said, { retryAfter: 10 })
    this.cause = cause
  }
}

export const notFound = (said: Said): Failure => new Failure('not_found', said)

export const conflict = (said: Said): Failure => new Failure('conflict', said)

/** Refuses what would lock people out, or take away what the caller has no power over. */
export const unsafe = (said: Said): Failure => new Failure('unsafe', said)

export const notPermitted = (said: Said): Failure => new Failure('not_permitted', said)

export const invalidField = (
  path: string,
  msg: Said,
  said: Said = pleaseCheck([{ msg, path }]),
): Failure => new Failure('invalid', said, { errors: [{ msg, path }] })

/** All that is wrong, one after another; there has to be something. */
export const problemsOf = (wrong: readonly { msg: Said; path: string }[]): Sentence =>
  wrong
    .map(({ msg, path }) =>
      path ? say('{field} {problem}', { field: path, problem: nested(msg) }) : nested(msg),
    )
    .reduceRight((others, problem) => say('{problem}; {others}', { problem, others }))

/** Names all that is wrong, in one sentence. */
export const pleaseCheck = (wrong: readonly { msg: Said; path: string }[]): Said =>
  say('Please check: {problems}.', { problems: problemsOf(wrong) })
