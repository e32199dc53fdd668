import { say } from '@steward/i18n/sentence'
import type { Db } from '../../db/connection/connection.ts'
import { type RecordFinder, scopedFind, scopedSource } from '../../db/list/scope.ts'
import { currentRecords, type Source } from '../../db/list/source.ts'
import type { RecordTable } from '../../db/schema/tables.ts'
import { countedIn } from '../../db/time-travel/counts.ts'
import * as prepare from '../../db/time-travel/prepare.ts'
import { columnsOf, type Snapshot } from '../../db/time-travel/snapshot.ts'
import { recordsAsOf, snapshotRecords } from '../../db/time-travel/source.ts'
import { invalidField } from '../../http/failure.ts'
import type { Staff } from '../../http/session.ts'
import { newId } from '../../ids.ts'
import { Queue } from '../../queue.ts'
import {
  busy,
  type SnapshotLimits,
  snapshotLimits,
  tooManyMoments,
  tooMuch,
} from './time-travel.limits.ts'

interface CachedSnapshot {
  snapshot: Snapshot
  ready: Promise<void>
  isReady: boolean
  changed: number
  usedAt: number
  /** All entries up to `mark` are applied; `seen` has the later ones that are. */
  mark: number
  seen: number[]
  /** The update that is running, so that only one request at a time applies new entries. */
  taking: Promise<unknown>
}

/** Tables copied as a whole: they are small, and moving one row affects those below it. */
const wholeTables: readonly RecordTable[] = ['roles', 'categories']

/** Time travel: snapshots of what changed since a moment, kept up to date, and deleted when idle. */
export class Snapshots {
  readonly #db: Db
  readonly #limits: SnapshotLimits
  readonly #kept = new Map<string, CachedSnapshot>()
  /** The latest moment of each table with too many changes since; earlier moments have more. */
  readonly #refused = new Map<RecordTable, string>()
  /** Prepares snapshots one by one, since each is much work for the database. */
  readonly #preparing = new Queue({ concurrency: 1 })
  /** The moments that each person has requests for, with the number of requests. */
  readonly #looking = new Map<string, Map<string, number>>()

  constructor(db: Db, limits: Partial<SnapshotLimits> = {}) {
    this.#db = db
    this.#limits = { ...snapshotLimits, ...limits }
  }

  /**
   * Reads a table as it is or was at a moment, in one snapshot, within the scope of who reads.
   * @throws {Failure} `invalid` before the audit log or with too many changes since, `too_many` moments,
   * `not_ready` when busy
   */
  async read<R>(
    table: RecordTable,
    by: Pick<Staff, 'user' | 'scope'>,
    asOf: string | undefined,
    work: (source: Source) => Promise<R>,
  ): Promise<R> {
    const scoped = (source: Source) => work(scopedSource(source, by.scope))
    if (asOf === undefined) return await scoped(currentRecords(this.#db))
    const moment = this.#rounded(asOf)
    const leave = this.#look(by.user.id, moment)
    try {
      for (let tries = 0; tries < 3; tries += 1) {
        const kept = await this.#prepared(table, moment, by.user.id)
        const read = (await this.#readIfFresh(kept, scoped)) ?? (await this.#takeIn(kept, scoped))
        if (read) return read.done
      }
    } catch (error) {
      // 57014 is the statement timeout.
      if ((error as { code?: string }).code !== '57014') throw error
    } finally {
      leave()
    }
    throw busy()
  }

  /** Finds single records as they are or were, without a snapshot; throws as {@link read}. */
  async records({ scope }: Pick<Staff, 'scope'>, asOf: string | undefined): Promise<RecordFinder> {
    if (asOf === undefined) return scopedFind(currentRecords(this.#db), scope)
    const moment = this.#rounded(asOf)
    await this.#mustBeKnown(moment)
    return scopedFind(recordsAsOf(this.#db, moment), scope)
  }

  async #mustBeKnown(moment: string): Promise<void> {
    const beginning = await prepare.beginningOfLog(this.#db)
    if (beginning === undefined || moment >= beginning) return
    const words = `${beginning.slice(0, 16).replace('T', ' ')} UTC`
    throw invalidField(
      'asOf',
      say('must not be before {time}, when the audit log begins', { time: words }),
    )
  }

  /** Deletes idle snapshots, also those of other servers. */
  async sweep(): Promise<void> {
    const oldest = Date.now() - this.#limits.idleMs
    for (const [key, kept] of this.#kept) if (kept.usedAt < oldest) await this.#forget(key, kept)
    await prepare.touchSnapshots(this.#db, this.#ids())
    for (const orphan of await prepare.orphanedSnapshots(this.#db))
      await prepare.dropSnapshot(this.#db, orphan)
  }

  /** Stops; another server's sweep deletes the snapshots. */
  async close(): Promise<void> {
    await Promise.allSettled([...this.#kept.values()].map(({ ready }) => ready))
    await prepare.touchSnapshots(this.#db, this.#ids(), true)
  }

  #ids(): string[] {
    return [...this.#kept.values()].map(({ snapshot }) => snapshot.id)
  }

  #rounded(asOf: string): string {
    const ms = Date.parse(asOf)
    return new Date(ms - (ms % this.#limits.resolutionMs)).toISOString()
  }

  /** Counts a request for a moment; returns a function that ends it. */
  #look(person: string, moment: string): () => void {
    const own = this.#looking.get(person) ?? new Map<string, number>()
    const requests = own.get(moment) ?? 0
    if (requests === 0 && own.size >= this.#limits.moments) throw tooManyMoments(own.size)
    this.#looking.set(person, own.set(moment, requests + 1))
    return () => {
      const left = (own.get(moment) ?? 1) - 1
      if (left > 0) own.set(moment, left)
      else own.delete(moment)
      if (own.size === 0) this.#looking.delete(person)
    }
  }

  async #prepared(table: RecordTable, moment: string, person: string): Promise<CachedSnapshot> {
    const key = `${table} ${moment}`
    if (moment <= (this.#refused.get(table) ?? '')) throw tooMuch(this.#limits.changed)
    let kept = this.#kept.get(key)
    if (!kept) {
      if (this.#preparing.waiting >= this.#limits.waiting) throw busy()
      kept = this.#begin(key, table, moment, person)
    }
    kept.usedAt = Date.now()
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    await kept.ready
    return kept
  }

  #begin(key: string, table: RecordTable, moment: string, person: string): CachedSnapshot {
    const snapshot: Snapshot = {
      id: newId(),
      table,
      moment,
      whole: wholeTables.includes(table),
      columns: [],
      known: new Map(),
    }
    const kept: CachedSnapshot = {
      snapshot,
      changed: 0,
      usedAt: Date.now(),
      mark: 0,
      seen: [],
      ready: Promise.resolve(),
      isReady: false,
      taking: Promise.resolve(),
    }
    const work = async () => {
      try {
        await this.#prepare(kept)
        kept.isReady = true
      } catch (error) {
        this.#kept.delete(key)
        await prepare.dropSnapshot(this.#db, snapshot).catch(() => {})
        throw error
      }
    }
    kept.ready = this.#preparing.run(work, { person })
    // The requester gets the failure; don't report it as unhandled.
    kept.ready.catch(() => {})
    return kept
  }

  async #prepare(kept: CachedSnapshot): Promise<void> {
    const { snapshot } = kept
    const { table, moment } = snapshot
    const db = this.#db
    await this.#mustBeKnown(moment)
    snapshot.columns = await columnsOf(db, table)
    // Later snapshots contain all entries that this one does.
    const mark = await prepare.settledEntry(db)
    const { fresh } = await prepare.lookForFresh(db, snapshot, tablesOf(snapshot), {
      mark,
      seen: [],
    })
    kept.mark = mark
    kept.seen = fresh.map(({ id }) => id)
    kept.changed = await prepare.noteChanged(db, snapshot, this.#limits.changed)
    if (kept.changed > this.#limits.changed) {
      if (moment > (this.#refused.get(table) ?? '')) this.#refused.set(table, moment)
      throw tooMuch(this.#limits.changed)
    }
    await this.#makeRoom(kept)
    await prepare.prepareNoted(db, snapshot)
  }

  async #makeRoom(fresh: CachedSnapshot): Promise<void> {
    const { kept: max, keptChanged } = this.#limits
    for (const [key, kept] of this.#kept) {
      const all = [...this.#kept.values()].reduce((sum, { changed }) => sum + changed, 0)
      if (this.#kept.size <= max && all <= keptChanged) break
      if (kept.isReady && kept !== fresh) await this.#forget(key, kept)
    }
  }

  async #forget(key: string, kept: CachedSnapshot): Promise<void> {
    if (this.#kept.get(key) === kept) this.#kept.delete(key)
    await prepare.dropSnapshot(this.#db, kept.snapshot)
  }

  /** Reads from a snapshot; undefined where the audit log has new entries. */
  async #readIfFresh<R>(
    kept: CachedSnapshot,
    work: (source: Source) => Promise<R>,
  ): Promise<{ done: R } | undefined> {
    const { snapshot } = kept
    const { known } = snapshot
    return await this.#snapshot(async (tx) => {
      const looked = await prepare.lookForFresh(tx, snapshot, tablesOf(snapshot), kept)
      if (!looked.there || looked.fresh.length > 0) return undefined
      if (looked.settled > kept.mark) {
        kept.mark = looked.settled
        kept.seen = kept.seen.filter((id) => id > looked.settled)
      }
      return { done: await work(snapshotRecords(tx, { ...snapshot, known })) }
    })
  }

  /** Applies new entries and reads, in one snapshot; undefined where it must be made again. */
  async #takeIn<R>(
    kept: CachedSnapshot,
    work: (source: Source) => Promise<R>,
  ): Promise<{ done: R } | undefined> {
    const { snapshot } = kept
    const taken = kept.taking.then(async () => {
      const read = await this.#snapshot(async (tx) => {
        const looked = await prepare.lookForFresh(tx, snapshot, tablesOf(snapshot), kept)
        const isLate = looked.fresh.some(({ after }) => !after)
        if (!looked.there || (snapshot.whole && isLate)) return undefined
        const known = isLate ? new Map() : snapshot.known
        const later = looked.fresh.filter(({ after }) => after).map(({ id }) => id)
        if (!snapshot.whole && later.length > 0) await prepare.takeIn(tx, snapshot, later)
        return { looked, known, done: await work(snapshotRecords(tx, { ...snapshot, known })) }
      })
      if (!read) {
        await this.#forget(`${snapshot.table} ${snapshot.moment}`, kept)
        return undefined
      }
      snapshot.known = read.known
      const { settled, fresh } = read.looked
      kept.mark = Math.max(kept.mark, settled)
      kept.seen = [...kept.seen, ...fresh.map(({ id }) => id)].filter((id) => id > kept.mark)
      return { done: read.done }
    })
    kept.taking = taken.catch(() => {})
    return await taken
  }

  async #snapshot<R>(work: (tx: Db) => Promise<R>): Promise<R> {
    return await this.#db.transaction().setIsolationLevel('repeatable read').execute(work)
  }
}

const tablesOf = ({ table }: Snapshot): RecordTable[] => [table, ...countedIn(table)]
