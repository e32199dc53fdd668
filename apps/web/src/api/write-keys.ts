import { takesKey } from '@steward/contract/calls/idempotency'
import type { Route } from '@steward/contract/calls/route'
import { acceptsKeys } from './answers/accepted.ts'
import { forgetDraft, keepDraft, readDraft } from './browser/form-drafts.ts'
import type { Failure } from './failure.ts'
import { nameOf } from './known-routes.ts'
import type { Sent } from './query-text.ts'

/** The idempotency key of one act of the person, however often it is sent. */
export interface WriteKey {
  value: string
  /** Whether it was sent before, and what came of that is not known. */
  sentBefore: boolean
  /** To be called before it is sent. */
  sending(): void
  /** To be called with what came of it: a success, or a failure. */
  settle(outcome: 'done' | Failure): void
  /** Gives up what was sent before: what is sent now is something else. */
  renew(): WriteKey
}

/** A write of which it is unknown whether the server made it. */
interface Unsettled {
  /** A digest of what was sent. */
  sign: string
  key: string
  at: number
  /** The ids of the records that the write names. */
  ids: string[]
}

/** Kept with the drafts of forms, which are sent again after a reload or a lost session. */
const keptAs = 'unsettled-writes'

const maxKept = 50
const minuteMs = 60_000

/**
 * For so long the same change of a record counts as the same act; after it the person may have seen
 * the record anew. What names no record, such as a new one, counts for as long as a server keeps keys.
 */
const sameActMs = { record: 10 * minuteMs, other: 23 * 60 * minuteMs }

/**
 * The key to send a write with: that of an equal write before it whose result is unknown, else a
 * new one.
 * @returns null where none is sent: the call takes none, or the server doesn't support them
 */
export function keyFor(route: Route, sent: Sent): WriteKey | null {
  const name = acceptsKeys() ? nameOf(route) : null
  if (name === null || !takesKey(route)) return null
  const { params, query, wanted, body } = sent
  const sign = digest(JSON.stringify([name, params, query, wanted, textOf(body)]))
  const found = unsettled().find((each) => each.sign === sign)
  const own = found ?? { sign, key: randomKey(), at: Date.now(), ids: idsIn(sent) }
  const isOwn = (each: Unsettled) => each.key === own.key
  const keep = (kept: Unsettled[]) =>
    kept.length > 0 ? keepDraft(keptAs, kept.slice(-maxKept)) : forgetDraft(keptAs)
  const forget = (gone: (each: Unsettled) => boolean) =>
    keep(unsettled().filter((each) => !gone(each)))
  return {
    value: own.key,
    sentBefore: found !== undefined,
    sending: () => keep([...unsettled().filter((each) => !isOwn(each)), own]),
    settle: (outcome) => {
      // What else was tried with these records is of the time before.
      const isBefore = (each: Unsettled) => each.ids.some((id) => own.ids.includes(id))
      if (outcome === 'done') forget((each) => isOwn(each) || isBefore(each))
      else if (isSettledBy(outcome)) forget(isOwn)
    },
    renew: () => {
      forget(isOwn)
      return keyFor(route, sent) as WriteKey
    },
  }
}

/**
 * Whether a failure shows that nothing was changed: not if no answer came or the server broke down,
 * nor if it only checked the session.
 */
const isSettledBy = ({ status, code }: Failure): boolean =>
  code === 'already_done' ||
  (status >= 400 && status < 500 && status !== 401 && status !== 403 && code !== 'in_progress')

function unsettled(): Unsettled[] {
  const kept = readDraft<Unsettled[]>(keptAs)
  if (!Array.isArray(kept)) return []
  const since = (of: Unsettled) =>
    Date.now() - (of.ids.length > 0 ? sameActMs.record : sameActMs.other)
  return kept.filter((each) => each.at > since(each))
}

function idsIn({ params = {}, body }: Sent): string[] {
  const named = body instanceof FormData ? body.get('_id') : (body as { _id?: unknown } | null)?._id
  return [...Object.values(params), ...(typeof named === 'string' ? [named] : [])]
}

/** The content of a body without secrets; the server distinguishes bodies of the same digest. */
function textOf(body: unknown): unknown {
  const plain = body instanceof FormData ? Object.fromEntries(body) : body
  return JSON.stringify(plain, (name, value) => {
    if (/password/i.test(name)) return undefined
    return value instanceof Blob ? [value.type, value.size] : value
  })
}

/** A short name for a text (FNV-1a, twice); nothing that keeps a secret. */
function digest(text: string): string {
  const half = (start: number) => {
    let hash = start
    for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
    return (hash >>> 0).toString(36)
  }
  return `${half(0x811c9dc5)}.${half(0x050c5d1f)}.${text.length}`
}

/** 128 random bits; a page that came over plain HTTP has no `randomUUID`. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
