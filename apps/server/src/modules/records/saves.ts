import { areas } from '@steward/contract/areas/areas'
import type { WriteTransaction } from '../../db/write/write-transaction.ts'
import type { Session } from '../../http/session.ts'
import type { MailedUser } from './bulk.ts'
import {
  changedColumns,
  checkVersion,
  findLiveOrThrow,
  idsOf,
  mapUniqueViolation,
  type Taken,
} from './checks.ts'
import { requireSentShown } from './field-rules.ts'
import type { RecordStore } from './record-store.store.ts'
import type { AnyRow, Sent, Shown, Writes } from './writes.ts'

/** The checked body of a call that creates or changes a record, without picture and version. */
export type SentFields = Readonly<Record<string, unknown>>

/**
 * Creates or changes one record within a transaction, by the rules of the call that does; all throw a Failure.
 * @returns the users to mail once the transaction is committed
 */
export interface Saves {
  create?(
    writing: WriteTransaction,
    session: Session,
    record: { id: string; sent: SentFields },
  ): Promise<readonly MailedUser[]>
  update(
    writing: WriteTransaction,
    session: Session,
    record: { id: string; sent: SentFields },
  ): Promise<readonly MailedUser[]>
}

interface SavedArea {
  store: RecordStore<'events', AnyRow>
  writes: Writes<'events'>
  view: (row: AnyRow, session: Session) => Shown<'events'> | Promise<Shown<'events'>>
}

interface Changed {
  id: string
  sent: Sent<'events'>
  version?: number | undefined
  /** The picture to set, given the present one; undefined for no change. */
  image: (before: string | null) => string | null | undefined
}

/** What creates and changes a record of an area in a transaction of the caller's. */
export function savesOf({ store, writes, view }: SavedArea) {
  const { area, table } = store
  const { one } = areas[area]
  return {
    insert: async (
      writing: WriteTransaction,
      session: Session,
      { id, sent, image }: { id: string; sent: Sent<'events'>; image?: string | null | undefined },
    ): Promise<void> => {
      await writes.begin?.(writing, sent)
      const columns = await writes.columns(writing, sent, undefined, session)
      const given = Object.entries({ ...columns, image })
      const known = Object.fromEntries(given.filter(([, value]) => value !== undefined))
      await writing.insert(table, [{ id, ...known } as never])
    },
    change: async (
      writing: WriteTransaction,
      session: Session,
      { id, sent, version, image }: Changed,
    ) => {
      const { tx, lock, updateAlone } = writing
      await writes.begin?.(writing, sent)
      const before = findLiveOrThrow(await lock(table, idsOf(id)), one)
      requireSentShown(area, before, sent, session)
      const present = async () => view((await store.find(tx, before.id)) as AnyRow, session)
      await checkVersion(version, before, present)
      const columns = await writes.columns(writing, sent, before, session)
      const patch = changedColumns(before, { ...columns, image: image(before.image ?? null) })
      const row = patch
        ? await updateAlone<typeof table, AnyRow>(table, before, patch, store.listing)
        : ((await store.find(tx, before.id)) as AnyRow)
      return { before, row }
    },
  }
}

/** The same for whoever has records of any area to save, such as a job. */
export function anySaves(area: SavedArea): Saves {
  const { insert, change } = savesOf(area)
  const { taken } = area.writes
  const failing = async (sent: Sent<'events'>, work: Promise<unknown>) => {
    await mapUniqueViolation(work, (taken?.(sent) ?? {}) as Record<string, Taken>)
    return []
  }
  return {
    create: (writing, session, { id, sent }) => {
      const fields = sent as Sent<'events'>
      return failing(fields, insert(writing, session, { id, sent: fields }))
    },
    update: (writing, session, { id, sent }) => {
      const { version, ...fields } = sent as Sent<'events'> & { version?: number }
      const image = () => undefined
      return failing(fields, change(writing, session, { id, sent: fields, version, image }))
    },
  }
}
