import pg from 'pg'
import { type Repeated, repeated } from '../../periodic.ts'
import { onAbort } from '../reads/cancellation.ts'
import { Servers } from './servers.ts'

/** Listens to notifications (LISTEN); also calls back when one may have been missed. */
export type Listen = (channel: string, onNotified: (payload?: string) => void) => Repeated

const retryMs = 1_000

/** Listens on its own connection, which is reopened when it breaks. A transaction pooler forwards no notifications. */
export const listenTo = (address: string): Listen => {
  const servers = new Servers(address)
  return (channel, onNotified) =>
    repeated(async (signal, rest) => {
      while (!signal.aborted) {
        await servers
          .find()
          .then((url) => listenOnce(url, channel, onNotified, signal))
          .catch(() => {})
        servers.forget()
        await rest(retryMs)
      }
    })
}

async function listenOnce(
  url: string,
  channel: string,
  onNotified: (payload?: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'steward live',
  })
  let stop = () => {}
  const ended = new Promise<void>((done) => {
    client.on('end', () => done())
    client.on('error', () => done())
    stop = onAbort(signal, done)
  })
  client.on('notification', ({ payload }) => onNotified(payload))
  try {
    await client.connect()
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
    onNotified()
    await ended
  } finally {
    stop()
    await client.end().catch(() => {})
  }
}
