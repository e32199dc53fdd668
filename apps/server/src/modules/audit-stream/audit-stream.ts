import { randomUUID } from 'node:crypto'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connection/connection.ts'
import { continually, type Repeated } from '../../periodic.ts'
import {
  claimStream,
  noteSent,
  releaseStream,
  type SealedEntry,
  sealedAfter,
} from './audit-stream.store.ts'
import { sendByHttp, sendByTcp } from './receivers.ts'
import { ndjsonOf, syslogOf } from './stream-entry.ts'

/** The pause where nothing waits, in milliseconds; ten times as long while the receiver is away. */
const beatMs = 1_000

/** Seals are sent together until they have so many entries; one has at most 2,000. */
const enoughEntries = 500

/** How long a batch may take, and for how long a server keeps the stream: longer, so that nobody else sends the same. */
const [sendMs, leaseMs] = [20_000, 60_000]

/**
 * Streams sealed entries of the audit log to a receiver, in their order and at least once, by one server at a time.
 * @param onError gets the first failure in a row
 */
export function startAuditStream(
  db: Db,
  { url: to, authorization }: NonNullable<Config['auditStream']>,
  publicUrl: string,
  onError: (error: unknown) => void,
): Repeated {
  const url = new URL(to)
  const host = new URL(publicUrl).hostname
  const stopping = new AbortController()
  const send = (entries: readonly SealedEntry[]) => {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(sendMs)])
    return url.protocol.startsWith('http')
      ? sendByHttp(url, ndjsonOf(entries), authorization, signal)
      : sendByTcp(url, syslogOf(entries, host), signal)
  }
  const server = randomUUID()
  const work = async () => {
    const claimed = await claimStream(db, server, leaseMs)
    if (!claimed) return false
    const entries = await sealedAfter(db, claimed.sent, enoughEntries)
    const last = entries.at(-1)
    if (!last) return false
    await send(entries)
    return await noteSent(db, server, last.seal)
  }
  const sending = continually(beatMs, work, (error) => {
    if (!stopping.signal.aborted) onError(error)
  })
  return {
    // The receiver's silence must not hold the stop up; the next server sends the batch again.
    stop: async () => {
      stopping.abort()
      await sending.stop()
      await releaseStream(db, server).catch(onError)
    },
  }
}
