import type { Db } from '../../db/connection/connection.ts'
import { Failure } from '../../http/failure.ts'
import type { Services } from '../../services.ts'
import { insertDeliveries } from './deliveries.store.ts'
import { entriesAfterSeal, entriesInSpan, type LoggedEntry } from './entries.store.ts'
import { entriesFor } from './matching.ts'
import { findOwnerView, type OwnerView } from './owner.ts'
import { findReaders, lockReaders, lockReplay, moveReplay, moveSeal } from './places.store.ts'
import { maxWaiting } from './webhooks.rules.ts'
import type { WebhookRow } from './webhooks.store.ts'

/** Entries are read together until there are so many; the seals of one reading are whole. */
const enoughEntries = 500

/** What a reading has come to: whether there is more, and the webhooks that can't go on. */
export interface Read {
  more: boolean
  stuck: { id: string; reason: 'owner' | 'filter' }[]
}

/**
 * Reads the audit log for the webhooks, from where each stands, and notes what each has to send. The place and the
 * deliveries are written together: an entry is neither left out nor noted twice, whatever happens meanwhile, and several
 * servers may read. A webhook with enough waiting reads no further, so that the rows stay few however long the log is.
 */
export async function readLog(
  { db, areas: registry, scopeOf }: Pick<Services, 'db' | 'areas' | 'scopeOf'>,
  onError: (error: unknown) => void,
): Promise<Read> {
  const read: Read = { more: false, stuck: [] }
  const readers = await findReaders(db, maxWaiting)
  const bySeal = Map.groupBy(readers, ({ seal }) => seal)
  for (const [seal, webhooks] of bySeal) {
    const ids = webhooks.map(({ id }) => id)
    // What one fails with must not hold the others up.
    await readNew(ids, seal).catch(async (error) => {
      onError(error)
      if (ids.length > 1) for (const id of ids) await readNew([id], seal).catch(onError)
    })
  }
  for (const { id, replay_to } of readers) if (replay_to !== null) await readSpan(id).catch(onError)
  return read

  async function readNew(ids: readonly string[], seal: number): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const entries = await entriesAfterSeal(tx, seal, enoughEntries)
      const last = entries.at(-1)
      if (!last) return
      const served = await noteFor(tx, await lockReaders(tx, ids, seal), entries, false)
      await moveSeal(tx, served, last.seal)
      read.more ||= served.length > 0 && entries.length >= enoughEntries
    })
  }

  async function readSpan(id: string): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const webhook = await lockReplay(tx, id)
      const { replay_from: from, replay_to: to, replay_after: after } = webhook ?? {}
      if (!webhook || !from || !to) return
      const entries = await entriesInSpan(tx, { from, to, after: after ?? null }, enoughEntries)
      const isLast = entries.length < enoughEntries
      const served = await noteFor(tx, [webhook], entries, true)
      if (served.length === 0) return
      await moveReplay(tx, id, isLast ? undefined : entries.at(-1))
      read.more ||= !isLast
    })
  }

  /** Returns the webhooks for which the entries have been looked through. */
  async function noteFor(
    tx: Db,
    webhooks: readonly WebhookRow[],
    entries: readonly LoggedEntry[],
    isReplay: boolean,
  ): Promise<string[]> {
    const owners = new Map<string | null, OwnerView | undefined>()
    const served: string[] = []
    for (const webhook of webhooks) {
      const { id, owner_id } = webhook
      if (!owners.has(owner_id))
        owners.set(owner_id, await findOwnerView({ db: tx, scopeOf }, owner_id))
      const owner = owners.get(owner_id)
      const told = owner && (await toldBy(tx, webhook, owner, entries))
      if (told) {
        await insertDeliveries(tx, id, told, isReplay)
        served.push(id)
      } else read.stuck.push({ id, reason: owner ? 'filter' : 'owner' })
    }
    return served
  }

  /** Undefined where the filter fits its list no more, or its owner may not use it. */
  async function toldBy(
    tx: Db,
    webhook: WebhookRow,
    owner: OwnerView,
    entries: readonly LoggedEntry[],
  ) {
    try {
      return await entriesFor(tx, registry, webhook, owner, entries)
    } catch (error) {
      if (error instanceof Failure) return undefined
      throw error
    }
  }
}
