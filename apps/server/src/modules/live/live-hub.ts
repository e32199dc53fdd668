import { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../db/connection/connection.ts'
import type { Listen } from '../../db/connection/listen.ts'
import type { Loan } from '../../db/write/loan.ts'
import { Failure } from '../../http/failure.ts'
import type { Session, Staff } from '../../http/session.ts'
import { visibleTo } from '../audit-log/audit-log.rules.ts'
import { entriesSeen } from '../audit-log/scoped-entries.store.ts'
import {
  entriesAfter,
  isBefore,
  type LiveEntry,
  type LogPosition,
  logEnd,
  positionAfter,
} from './live.store.ts'
import {
  eventsFor,
  eventText,
  loansText,
  mayShowRecord,
  onText,
  permissionsText,
  presenceText,
  resetText,
  welcomeText,
} from './live-events.ts'
import { announcedIn, isSeen, type OpenRecord } from './presence.store.ts'

/** How often the audit log is polled without a notification, in milliseconds. */
const pollMs = 1_000

/** How many bytes may wait for a slow client before its stream is closed; it reconnects. */
const maxWaitingBytes = 256 * 1024

/** How many entries are read at once, and sent to a client that reconnects. */
const maxEntries = 5_000

/** Areas whose changes can affect somebody's permissions. */
const ofAuthority = new Set<LiveEntry['area']>(['roles', 'users', 'accounts'])

/** How many streams may be open, and the milliseconds between checks of permissions (heartbeats). */
const liveLimits = { session: 20, person: 40, server: 2_000, beatMs: 15_000 }
export type LiveLimits = typeof liveLimits

export interface LiveOptions {
  /** Gives the person of each session, undefined for an ended one; can throw for a single session. */
  staffOf(sessions: readonly string[]): Promise<(session: string) => Staff | undefined>
  onError(error: unknown): void
  listen?: Listen | undefined
  limits?: Partial<LiveLimits> | undefined
}

/** Sends live changes to all streams (server-sent events), reading the audit log once for all. */
export interface LiveHub {
  /** Opens a stream, resumed after the entry `lastEventId`; throws a Failure `too_many`. */
  open(session: Session, lastEventId: string | null): Promise<Readable>
  wake(): void
  /** How many streams are open. */
  count(): number
  /** Sends to everybody who may see it that somebody opened or left a record. */
  tellPresence(at: OpenRecord): void
  close(): Promise<void>
}

interface Stream {
  session: string
  readable: Readable
  staff: Staff
  place: LogPosition
}

/**
 * The entries that people with narrowed rights see: asked once for all whose rights are the same.
 * @returns undefined for whoever came meanwhile; throws for whom it couldn't be asked, and for nobody else
 */
async function seenByScope(
  db: Db,
  entries: readonly LiveEntry[],
  streams: Iterable<Stream>,
): Promise<(staff: Staff) => readonly LiveEntry[] | undefined> {
  const scopes = [...streams].flatMap(({ staff: { scope } }) => scope ?? [])
  const distinct = [...new Map(scopes.map((scope) => [scope.key, scope])).values()]
  const asked = await Promise.allSettled(distinct.map((scope) => entriesSeen(db, entries, scope)))
  const seen = new Map(distinct.map(({ key }, n) => [key, asked[n]]))
  return ({ scope }) => {
    if (!scope) return entries
    const answer = seen.get(scope.key)
    if (answer?.status === 'rejected') throw answer.reason
    return answer?.value
  }
}

/** What of a loan decides what is permitted by it. */
const sayLoan = ({ id, ids }: Loan) => ({ id, ids })

/** Whether an entry tells of a request, a loan or a temporary role. */
const isOfLoan = ({ area, action }: LiveEntry) => area === 'accounts' && action === 'update'

export function openLiveHub(db: Db, { staffOf, onError, listen, limits }: LiveOptions): LiveHub {
  const max = { ...liveLimits, ...limits }
  const streams = new Set<Stream>()
  let running: Promise<void> = Promise.resolve()
  let again = false
  let busy = false
  let closed = false

  const send = (stream: Stream, text: string) => {
    if (stream.readable.readableLength > maxWaitingBytes) end(stream)
    else stream.readable.push(text)
  }
  const end = (stream: Stream) => {
    if (streams.delete(stream)) stream.readable.push(null)
  }
  /** Runs `work` for each stream; a failure closes only that stream. */
  const forEach = (which: Iterable<Stream>, work: (stream: Stream) => void) => {
    for (const stream of which) {
      // The stream may have ended during the query.
      if (!streams.has(stream)) continue
      try {
        work(stream)
      } catch (error) {
        onError(error)
        end(stream)
      }
    }
  }

  /** Reads permissions again and closes the streams of ended sessions. */
  const recheck = async () => {
    const asked = [...streams]
    if (asked.length === 0) return
    const now = await staffOf([...new Set(asked.map(({ session }) => session))])
    forEach(asked, (stream) => {
      const staff = now(stream.session)
      if (!staff) return end(stream)
      const { permissions, loans, scope } = stream.staff
      stream.staff = staff
      if (
        !isDeepStrictEqual(staff.permissions, permissions) ||
        !isDeepStrictEqual(staff.loans.map(sayLoan), loans.map(sayLoan)) ||
        staff.scope?.key !== scope?.key
      )
        send(stream, permissionsText)
    })
  }

  const tell = async () => {
    for (;;) {
      const [first, ...others] = [...streams].map(({ place }) => place)
      if (!first) return
      const from = others.reduce((least, each) => (isBefore(each, least) ? each : least), first)
      const entries = await entriesAfter(db, from, maxEntries)
      const last = entries.at(-1)
      if (!last) return
      if (entries.some(({ area }) => ofAuthority.has(area))) await recheck()
      const seenBy = await seenByScope(db, entries, streams)
      forEach(streams, (stream) => {
        // A stream opened meanwhile has these entries already or gets them at the next read.
        if (isBefore(stream.place, from) || !isBefore(stream.place, last)) return
        const seen = seenBy(stream.staff)
        // Whoever came meanwhile, with rights of their own, gets these entries at the next read.
        if (!seen) return
        const news = seen.filter((entry) => isBefore(stream.place, entry))
        stream.place = last
        const text = eventsFor(news, visibleTo(stream.staff)).map(eventText).join('')
        if (text) send(stream, text)
        if (news.some(isOfLoan)) send(stream, loansText)
      })
    }
  }

  const wake = () => {
    if (closed || streams.size === 0) return
    again = true
    if (busy) return
    busy = true
    running = (async () => {
      while (again && !closed) {
        again = false
        await tell().catch(onError)
      }
      busy = false
    })()
  }

  const tellPresence = (at: OpenRecord) => {
    const scopes = new Map([...streams].map(({ staff: { scope } }) => [scope?.key, scope]))
    for (const [key, scope] of scopes) {
      void isSeen(db, at, scope)
        .then((seen) =>
          forEach(streams, (stream) => {
            const { staff } = stream
            if (seen && staff.scope?.key === key && mayShowRecord(at, visibleTo(staff)))
              send(stream, presenceText(at))
          }),
        )
        .catch(onError)
    }
  }

  const listening = [
    listen?.('steward_audit', () => wake()),
    listen?.('steward_presence', (payload = '') => {
      const at = announcedIn(payload)
      if (at) tellPresence(at)
    }),
  ]
  const polling = setInterval(wake, pollMs).unref()
  const beating = setInterval(() => {
    // A failed check sends no heartbeat, so clients reconnect.
    void recheck()
      .then(() => forEach(streams, (stream) => send(stream, ': alive\n\n')))
      .catch(onError)
  }, max.beatMs).unref()

  const begin = async (
    lastEventId: string | null,
  ): Promise<{ place: LogPosition; text: string }> => {
    const entry = /^\d{1,15}$/.test(lastEventId ?? '') ? Number(lastEventId) : null
    const left = entry === null ? undefined : await positionAfter(db, entry, maxEntries)
    if (left) return { place: left, text: onText }
    const { place, entry: last, at } = await logEnd(db)
    if (lastEventId !== null) return { place, text: resetText(last) }
    const quiet = at === null ? null : Math.max(0, Date.now() - Date.parse(at))
    return { place, text: welcomeText(last, quiet) }
  }

  const mustHaveRoom = ({ id, user }: Session) => {
    const own = [...streams].filter(({ staff }) => staff.user.id === user.id)
    const ofSession = own.filter(({ session }) => session === id)
    const isFull = streams.size >= max.server || own.length >= max.person
    if (!isFull && ofSession.length < max.session) return
    throw new Failure('too_many', 'Too many open pages. Close some of them.', {
      retryAfter: 10,
    })
  }

  return {
    open: async (session, lastEventId) => {
      const { place, text } = await begin(lastEventId)
      // No `await` until the stream is counted, since many may be opened at once.
      mustHaveRoom(session)
      const readable = new Readable({ read: () => {}, highWaterMark: maxWaitingBytes })
      const stream: Stream = { session: session.id, readable, staff: session, place }
      readable.on('close', () => streams.delete(stream))
      streams.add(stream)
      readable.push(text)
      // Otherwise a stream opened during shutdown would delay it.
      if (closed) end(stream)
      wake()
      return readable
    },
    wake,
    count: () => streams.size,
    tellPresence,
    close: async () => {
      closed = true
      clearInterval(polling)
      clearInterval(beating)
      for (const stream of [...streams]) end(stream)
      await Promise.all(listening.map((each) => each?.stop()))
      await running
    },
  }
}
