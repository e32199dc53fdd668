import type { Db } from '../db/connection.ts'
import { countedIn } from '../db/past/count-in.ts'
import * as prepare from '../db/past/prepare.ts'
import { type Past, present, type View, asOf as viewAsOf } from '../db/past/view.ts'
import type { RecordTable } from '../db/tables.ts'
import { Failure } from '../http/failure.ts'
import type { Staff } from '../http/session.ts'
import { newId } from '../ids.ts'
import { TurnQueue } from '../turn-queue.ts'
import { busy, type PastLimits, pastLimits, tooManyMoments, tooMuch } from './time-travel.limits.ts'

/** A past with how far it has followed the audit log. */
interface Kept {
  past: Past
  ready: Promise<void>
  isReady: boolean
  changed: number
  usedAt: number
  /** Entries up to `mark` are taken in, and those beyond that are `seen`. */
  mark: number
  seen: number[]
  /** Lets one request at a time take in what is new. */
  taking: Promise<unknown>
}

/** Roles and categories are few, and hang together: one that moves takes along what is below it. */
const wholeTables: readonly RecordTable[] = ['roles', 'categories']

/**
 * Time travel: lists as they stood at a moment. What has changed since is prepared once, by the first who asks, and
 * follows what changes meanwhile; it is forgotten when nobody looks at it any more.
 */
export class Pasts {
  readonly #db: Db
  readonly #limits: PastLimits
  readonly #kept = new Map<string, Kept>()
  /** The last moments since which too much has changed: neither then nor before it becomes less. */
  readonly #refused = new Map<RecordTable, string>()
  /** Lets one be prepared at a time, since each is much work for the database. */
  readonly #preparing = new TurnQueue()
  /** The moments that each person looks at just now, with how many of their requests do. */
  readonly #looking = new Map<string, Map<string, number>>()

  constructor(db: Db, limits: Partial<PastLimits> = {}) {
    this.#db = db
    this.#limits = { ...pastLimits, ...limits }
  }

  /**
   * Reads a table as it is, or as it stood at a moment, in one snapshot.
   * @param by who reads
   * @param asOf ISO 8601 in UTC; now where there is none
   * @throws {Failure} `invalid` where the audit log doesn't reach back so far or too much has changed
   *   since, `too_many` where the person looks at too many moments at once, `not_ready` where too many
   *   ask for the past at once
   */
  async read<R>(
    table: RecordTable,
    by: Pick<Staff, 'user'>,
    asOf: string | undefined,
    work: (view: View) => Promise<R>,
  ): Promise<R> {
    if (asOf === undefined) return await work(present(this.#db))
    const moment = this.#rounded(asOf)
    const leave = this.#look(by.user.id, moment)
    try {
      for (let tries = 0; tries < 3; tries += 1) {
        const kept = await this.#prepared(table, moment, by.user.id)
        const read = (await this.#readIfFresh(kept, work)) ?? (await this.#takeIn(kept, work))
        if (read) return read.done
      }
    } catch (error) {
      // A statement that takes too long.
      if ((error as { code?: string }).code !== '57014') throw error
    } finally {
      leave()
    }
    throw busy()
  }

  /**
   * The moment that is looked at where one is asked for.
   * @throws {Failure} `invalid` for one before which nothing is known
   */
  async known(asOf: string): Promise<string> {
    const moment = this.#rounded(asOf)
    await this.#mustBeKnown(moment)
    return moment
  }

  async #mustBeKnown(moment: string): Promise<void> {
    const beginning = await prepare.beginningOfLog(this.#db)
    if (beginning === undefined || moment >= beginning) return
    const words = `${beginning.slice(0, 16).replace('T', ' ')} UTC`
    const msg = `must not be before ${words}, when the audit log begins`
    throw new Failure('invalid', `Please check: asOf ${msg}.`, { errors: [{ path: 'asOf', msg }] })
  }

  /** Forgets what nobody has looked at for long, of servers that are gone too. */
  async sweep(): Promise<void> {
    const oldest = Date.now() - this.#limits.idleMs
    for (const [key, kept] of this.#kept) if (kept.usedAt < oldest) await this.#forget(key, kept)
    await prepare.touchPasts(this.#db, this.#ids())
    for (const past of await prepare.orphanedPasts(this.#db)) await prepare.dropPast(this.#db, past)
  }

  /** Leaves what is prepared to be swept by whichever server does so next. */
  async close(): Promise<void> {
    await Promise.allSettled([...this.#kept.values()].map(({ ready }) => ready))
    await prepare.touchPasts(this.#db, this.#ids(), true)
  }

  #ids(): string[] {
    return [...this.#kept.values()].map(({ past }) => past.id)
  }

  #rounded(asOf: string): string {
    const ms = Date.parse(asOf)
    return new Date(ms - (ms % this.#limits.resolutionMs)).toISOString()
  }

  /** Notes that a person looks at a moment. @returns notes that a request of theirs has ended */
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

  async #prepared(table: RecordTable, moment: string, person: string): Promise<Kept> {
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

  #begin(key: string, table: RecordTable, moment: string, person: string): Kept {
    const past: Past = {
      id: newId(),
      table,
      moment,
      whole: wholeTables.includes(table),
      columns: [],
      generated: new Set(),
      known: new Map(),
    }
    const kept: Kept = {
      past,
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
        await prepare.dropPast(this.#db, past).catch(() => {})
        throw error
      }
    }
    kept.ready = this.#preparing.run(person, work)
    // Whoever asked for it is told.
    kept.ready.catch(() => {})
    return kept
  }

  async #prepare(kept: Kept): Promise<void> {
    const { past } = kept
    const db = this.#db
    await this.#mustBeKnown(past.moment)
    const { table, moment } = past
    Object.assign(past, await prepare.columnsOf(db, past.table))
    // Whatever is seen now is seen by what comes after it, too.
    const mark = await prepare.settledEntry(db)
    const { fresh } = await prepare.lookForFresh(db, past, tablesOf(past), { mark, seen: [] })
    kept.mark = mark
    kept.seen = fresh.map(({ id }) => id)
    kept.changed = await prepare.noteChanged(db, past, this.#limits.changed)
    if (kept.changed > this.#limits.changed) {
      if (moment > (this.#refused.get(table) ?? '')) this.#refused.set(table, moment)
      throw tooMuch(this.#limits.changed)
    }
    await this.#makeRoom(kept)
    await prepare.prepareNoted(db, past, countedIn[past.table] ?? [])
  }

  /** Forgets those that nobody has looked at for longest. */
  async #makeRoom(fresh: Kept): Promise<void> {
    const { kept: most, keptChanged } = this.#limits
    for (const [key, kept] of this.#kept) {
      const all = [...this.#kept.values()].reduce((sum, { changed }) => sum + changed, 0)
      if (this.#kept.size <= most && all <= keptChanged) break
      if (kept.isReady && kept !== fresh) await this.#forget(key, kept)
    }
  }

  async #forget(key: string, kept: Kept): Promise<void> {
    if (this.#kept.get(key) === kept) this.#kept.delete(key)
    await prepare.dropPast(this.#db, kept.past)
  }

  /** Reads where the audit log has nothing new; undefined where it has. */
  async #readIfFresh<R>(
    kept: Kept,
    work: (view: View) => Promise<R>,
  ): Promise<{ done: R } | undefined> {
    const { past } = kept
    const { known } = past
    return await this.#snapshot(async (tx) => {
      const looked = await prepare.lookForFresh(tx, past, tablesOf(past), kept)
      if (!looked.there || looked.fresh.length > 0) return undefined
      if (looked.settled > kept.mark) {
        kept.mark = looked.settled
        kept.seen = kept.seen.filter((id) => id > looked.settled)
      }
      return { done: await work(viewAsOf(tx, { ...past, known })) }
    })
  }

  /** Takes in what is new and reads, in one snapshot; undefined where the past has to be made anew. */
  async #takeIn<R>(kept: Kept, work: (view: View) => Promise<R>): Promise<{ done: R } | undefined> {
    const { past } = kept
    const taken = kept.taking.then(async () => {
      const read = await this.#snapshot(async (tx) => {
        const looked = await prepare.lookForFresh(tx, past, tablesOf(past), kept)
        const isLate = looked.fresh.some(({ after }) => !after)
        if (!looked.there || (past.whole && isLate)) return undefined
        const known = isLate ? new Map() : past.known
        const later = looked.fresh.filter(({ after }) => after).map(({ id }) => id)
        if (!past.whole && later.length > 0) await prepare.takeIn(tx, past, later)
        return { looked, known, done: await work(viewAsOf(tx, { ...past, known })) }
      })
      if (!read) {
        await this.#forget(`${past.table} ${past.moment}`, kept)
        return undefined
      }
      past.known = read.known
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

/** The tables whose changes a past depends on. */
const tablesOf = ({ table }: Past): RecordTable[] => [
  table,
  ...(countedIn[table] ?? []).map((counted) => counted.table),
]
