import type { AreaName } from '@steward/contract/areas/areas'
import type { BodyOf, DataOf } from '@steward/contract/calls/endpoints'
import type { EndpointName } from '@steward/contract/calls/routes'
import type { Said } from '@steward/i18n/sentence'
import type { Selectable, Updateable } from 'kysely'
import type { AreaTable, Tables } from '../../db/schema/tables.ts'
import type { WriteTransaction } from '../../db/write/write-transaction.ts'
import type { Session } from '../../http/session.ts'
import type { mapUniqueViolation } from './checks.ts'
import type { RowOf } from './record-store.store.ts'

/** Areas whose records all people with the permission may change, unlike users and roles. */
export type ContentArea = Exclude<AreaName, 'users' | 'roles'>
export type Stored<N extends AreaName> = Selectable<Tables[AreaTable<N>]>
export type Changed<N extends AreaName> = Updateable<Tables[AreaTable<N>]>
export type Shown<N extends ContentArea> = DataOf<`${N}.details`>

type Body<N extends ContentArea> = `${N}.update` extends EndpointName
  ? BodyOf<`${N}.update` & EndpointName>
  : never

/** The fields of a request without picture and version, which all areas handle alike. */
export type Sent<N extends ContentArea> = Omit<
  Body<N> extends { data: infer D } ? D : Body<N>,
  'image' | 'version'
>

export interface Writes<N extends ContentArea> {
  /** Runs before a record is locked. */
  begin?: (writing: WriteTransaction, sent: Sent<N>) => Promise<void>
  /**
   * The columns to write; `row` is locked, undefined for a new record, which gets defaults.
   * @throws {Failure} where the rules refuse
   */
  columns: (
    writing: WriteTransaction,
    sent: Sent<N>,
    row: Stored<N> | undefined,
    session: Session,
  ) => Changed<N> | Promise<Changed<N>>
  /** Whether a failed creation is tried once more. */
  again?: (sent: Sent<N>, error: unknown) => boolean
  /** Failure entries by unique index. */
  taken?: (sent: Sent<N>) => Parameters<typeof mapUniqueViolation>[1]
  /** The message after a creation; `Event “…” created.` unless given. */
  created?: (record: Shown<N>) => Said
  /** The message after a change of `row`; `Event saved.` unless given. */
  saved?: (record: Shown<N>, row: Stored<N>) => Said
}

export type AnyRow = RowOf<'events', { title: string; status: 'live' }>
