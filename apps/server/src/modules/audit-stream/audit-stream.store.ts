import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryAll, queryChangesOne, queryFirst } from '../../db/connection/query.ts'
import { sealsFrom } from '../audit-log/sealed-entries.store.ts'

/** Whether a lease is too long to be valid, so that it dates from before the clock was set back. */
const fromAnotherClock = sql`stream.lease_until > clock_timestamp() + interval '10 minutes'`

/**
 * Leases the stream to a server where there is something to send.
 * @returns the last seal that the receiver has; undefined where nothing waits or another server sends
 */
export const claimStream = (db: Db, holder: string, leaseMs: number) =>
  queryFirst(db)<{ sent: number }>`
    insert into audit_stream as stream (holder, lease_until)
    select ${holder}::uuid, clock_timestamp() + make_interval(secs => ${leaseMs / 1000})
    where exists (
      select 1 from audit_seals where no > coalesce((select sent from audit_stream), 0)
    )
    on conflict (only_row) do update
    set holder = excluded.holder, lease_until = excluded.lease_until
    where stream.holder = excluded.holder or stream.lease_until is null
      or stream.lease_until < clock_timestamp() or ${fromAnotherClock}
    returning sent
  `

/** Notes what the receiver has and ends the lease; returns whether the server still had it. */
export const noteSent = (db: Db, holder: string, seal: number) =>
  queryChangesOne(db)`
    update audit_stream set sent = ${seal}, holder = null, lease_until = null
    where holder = ${holder}::uuid and sent < ${seal}
  `

/** Ends the lease of a server that stops, so that another one needn't wait for its end. */
export const releaseStream = (db: Db, holder: string) =>
  queryChangesOne(db)`
    update audit_stream set holder = null, lease_until = null where holder = ${holder}::uuid
  `

export interface SealedEntry {
  id: number
  seal: number
  /** The hash of the seal, in hexadecimal. */
  hash: string
  at: string
  actor_id: string | null
  actor_name: string | null
  role_name: string | null
  through: string
  client: string | null
  address: string | null
  action: string
  area: string
  record_id: string | null
  title: string | null
  record_count: number
  detail: string | null
  batch: string | null
  undoes: number | null
  /** The columns that changed. */
  columns: string[]
}

/**
 * The entries of whole seals after one, in their order.
 * @param enough seals are taken until they have so many entries
 */
export const sealedAfter = (db: Db, seal: number, enough: number) =>
  queryAll(db)<SealedEntry>`
    select t.id, seal.no as seal, encode(seal.hash, 'hex') as hash, t.at, t.actor_id,
      t.actor_name, t.role_name, t.through, t.client, t.address, t.action,
      t.area, t.record_id, t.title, t.record_count, left(t.detail, 500) as detail,
      t.batch, t.undoes, array(
        select key from jsonb_object_keys(
          coalesce(t.before, '{}') || coalesce(t.after, '{}')
        ) as key order by key
      ) as columns
    from ${sealsFrom(seal + 1)}
    where seal.earlier < ${enough}
    order by seal.no, sealed.nth
  `
