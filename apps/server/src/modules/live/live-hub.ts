import { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../db/connection.ts'
import type { Listen } from '../../db/listen.ts'
import { Failure } from '../../http/failure.ts'
import type { Session, Staff } from '../../http/session.ts'
import { visibleTo } from '../audit-log/audit-log.rules.ts'
import { entriesAfter, type LiveEntry, type LogEnd, logEnd, sealOf } from './live.store.ts'
import {
  eventsFor,
  eventText,
  permissionsText,
  presenceText,
  resetText,
  welcomeText,
} from './live-events.ts'
import type { Opened } from './presence.store.ts'

/** Milliseconds between two looks for changes, where nothing says that there are any. */
const pollMs = 1_000

/** Milliseconds after which it is looked anew whether somebody may still be told, and a sign of life is sent. */
const beatMs = 15_000

/** Streams of one session, and of one server. */
const most = { session: 20, server: 2_000 }

/** Bytes that may wait for a client that doesn't read; it is cut off then, and comes again. */
const mostWaiting = 256 * 1024

/** Entries that are read at once, and that a client is told after it was away. */
const mostEntries = 5_000

/** Areas whose changes may change what somebody may see. */
const ofAuthority = new Set<LiveEntry['area']>(['roles', 'users', 'accounts'])

const beginAt = ({ seal, entry, at }: LogEnd) => ({
  seen: seal,
  text: welcomeText(entry, at === null ? null : Math.max(0, Date.now() - Date.parse(at))),
})

/** What a hub is told by. */
export interface LiveOptions {
  /** Who has a session, as they stand now; undefined once it has ended. */
  staffOf(session: string): Promise<Staff | undefined>
  onError(error: unknown): void
  listen?: Listen
}

/** The live changes of a server: read once from the audit log, and told to every stream (server-sent events). */
export interface LiveHub {
  /** @param lastEventId the entry after which the stream shall go on */
  open(session: Session, lastEventId: string | null): Promise<Readable>
  /** Says that there may be something new. */
  wake(): void
  /** Tells everybody who may see it that somebody came to a record, or went. */
  tellPresence(opened: Opened): void
  close(): Promise<void>
}

interface Stream {
  session: string
  readable: Readable
  staff: Staff
  /** The last seal that it was told of before it was told with the others. */
  seen: number
}

export function openLiveHub(db: Db, { staffOf, onError, listen }: LiveOptions): LiveHub {
  const streams = new Set<Stream>()
  /** The last seal that was told; null while nobody listens. */
  let told: number | null = null
  let running: Promise<void> = Promise.resolve()
  let again = false
  let busy = false
  let closed = false

  const send = (stream: Stream, text: string) => {
    if (stream.readable.readableLength > mostWaiting) end(stream)
    else stream.readable.push(text)
  }
  const end = (stream: Stream) => {
    streams.delete(stream)
    stream.readable.push(null)
  }

  /** Looks who may still be told; whose session has ended is told nothing more. */
  const recheck = async () => {
    for (const stream of streams) {
      const staff = await staffOf(stream.session)
      if (!staff) {
        end(stream)
        continue
      }
      const before = stream.staff
      stream.staff = staff
      if (!isDeepStrictEqual(staff.permissions, before.permissions)) send(stream, permissionsText)
    }
  }

  const tell = async () => {
    while (streams.size > 0 && told !== null) {
      const entries = await entriesAfter(db, told, mostEntries)
      const last = entries.at(-1)
      if (!last) return
      // A seal that was cut in two is read from its beginning the next time.
      const whole =
        entries.length < mostEntries ? entries : entries.filter(({ seal }) => seal < last.seal)
      if (whole.length === 0) return
      if (whole.some(({ area }) => ofAuthority.has(area))) await recheck()
      for (const stream of streams) {
        const news = whole.filter(({ seal }) => seal > stream.seen)
        const text = eventsFor(news, visibleTo(stream.staff)).map(eventText).join('')
        if (text) send(stream, text)
      }
      told = whole.at(-1)?.seal ?? told
    }
    if (streams.size === 0) told = null
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

  const tellPresence = (opened: Opened) => {
    for (const stream of streams) {
      if (visibleTo(stream.staff).areas.includes(opened.area)) send(stream, presenceText(opened))
    }
  }

  const listening = [
    listen?.('steward_audit', () => wake()),
    listen?.('steward_presence', (payload = '') => {
      const [area, record] = payload.split(' ')
      if (area && record) tellPresence({ area: area as Opened['area'], record })
    }),
  ]
  const polling = setInterval(wake, pollMs).unref()
  const beating = setInterval(() => {
    void recheck()
      .then(() => {
        for (const stream of streams) send(stream, ': alive\n\n')
      })
      .catch(onError)
  }, beatMs).unref()

  /**
   * What a client has missed since an entry.
   * @returns the text to send, and the last seal that it tells of
   */
  const catchUp = async (lastEventId: string, staff: Staff) => {
    const entry = /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : null
    const seal = entry === null ? undefined : await sealOf(db, entry)
    if (seal !== undefined) {
      const missed = await entriesAfter(db, seal - 1, mostEntries)
      const place = missed.findIndex(({ id }) => id === entry)
      const seen = missed.at(-1)?.seal ?? 0
      if (place >= 0 && missed.length < mostEntries && seen >= (await logEnd(db)).seal) {
        const events = eventsFor(missed.slice(place + 1), visibleTo(staff))
        // Something has to be sent, or the answer's head would wait for the first event.
        return { seen, text: `: on\n\n${events.map(eventText).join('')}` }
      }
    }
    const end = await logEnd(db)
    return { seen: end.seal, text: resetText(end.entry) }
  }

  return {
    open: async (session, lastEventId) => {
      const begun =
        lastEventId === null ? beginAt(await logEnd(db)) : await catchUp(lastEventId, session)
      // Counted without a wait until it is one of them: many that come at once are many.
      const own = [...streams].filter((stream) => stream.session === session.id)
      if (own.length >= most.session || streams.size >= most.server) {
        throw new Failure('too_many', 'Too many pages wait for changes. Close some of them.', {
          retryAfter: 10,
        })
      }
      // Others were told of more meanwhile, which this one hears of only so.
      const behind = told !== null && told > begun.seen
      const seen = behind ? (told ?? 0) : begun.seen
      told ??= seen
      const readable = new Readable({ read: () => {}, highWaterMark: mostWaiting })
      const stream: Stream = { session: session.id, readable, staff: session, seen }
      readable.on('close', () => streams.delete(stream))
      streams.add(stream)
      readable.push(behind ? resetText(null) : begun.text)
      // Whoever came while the server began to stop would hold it up.
      if (closed) end(stream)
      wake()
      return readable
    },
    wake,
    tellPresence,
    close: async () => {
      closed = true
      clearInterval(polling)
      clearInterval(beating)
      for (const stream of streams) end(stream)
      await Promise.all(listening.map((each) => each?.stop()))
      await running
    },
  }
}
