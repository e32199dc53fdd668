import { type AreaName, areas } from '@steward/contract/areas/areas'
import type { DataOf } from '@steward/contract/calls/endpoints'
import type { Selectable, Updateable } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { findRow, type Listing } from '../../db/list/listing.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { type WriteTransaction, write } from '../../db/write/write.ts'
import { Failure } from '../../http/failure.ts'
import type { Handler, Handlers } from '../../http/routes.ts'
import { actorOf, type Session } from '../../http/session.ts'
import { type Apply, bulkUpdate, type Decision, type Outcome, type SoftDeleted } from './bulk.ts'
import { findLiveOrThrow, findOrThrow, idsOf, mapUniqueViolation } from './checks.ts'
import { singly } from './revert.ts'

/** A row of such a table; the compiler can't see in general what all of them have. */
type Deletable<T extends SoftDeleted> = Selectable<Tables[T]> & {
  id: string
  deleted_at: string | null
}

/** The areas that this deletes in: users and roles have rules of their own (`users`, `access`). */
type DeletionArea = Exclude<AreaName, 'users' | 'roles'>

/** How the records of an area are deleted (soft delete: `deleted_at`) and brought back. */
export interface DeletionRule<N extends DeletionArea, T extends SoftDeleted, Row> {
  area: N
  table: T
  listing: Listing
  /** A record as it is told to who deletes it, or brings it back. */
  view: (row: Row, session: Session) => DataOf<`${N}.delete`> & DataOf<`${N}.restore`>
  /** What a record is called among the failures of a job. */
  name: (row: Deletable<T>) => string
  /** What is said of a record that is deleted, and of one that is back. */
  deleted: (row: Row) => string
  restored: (row: Row) => string
  /** Whether one that is deleted already may be deleted again, which changes nothing. */
  again?: true
  /** What to say where a record can't come back since a unique value is another one's now. */
  taken?: Parameters<typeof mapUniqueViolation>[1]
  /** Which of some locked records can come back, where each can be decided by itself. */
  mayReturn?: (
    writing: WriteTransaction,
    rows: readonly Deletable<T>[],
  ) => Promise<(row: Deletable<T>) => Decision>
  /** Where each record depends on the one before, they are changed one by one. */
  each?: {
    /** Comes before any record is locked. */
    begin: (writing: WriteTransaction) => Promise<void>
    /** @throws {Failure} where it can't be deleted */
    delete: (writing: WriteTransaction, row: Deletable<T>) => Promise<void>
    /** @throws {Failure} where it can't come back */
    restore: (writing: WriteTransaction, row: Deletable<T>) => Promise<void>
    /** Finds what a unique index would refuse, which would end the transaction of a whole batch. */
    mayReturn: (writing: WriteTransaction, row: Deletable<T>) => Promise<void>
    /** Finds what keeps it from being deleted for good. @throws {Failure} */
    mayPurge: (writing: WriteTransaction, row: Deletable<T>) => Promise<void>
  }
}

const returning = async () => (): Decision => 'change'

/**
 * Deletion and restoring of an area's records, one by one and many at once.
 * @returns the handlers of its calls, its actions on many records, and how they are undone
 */
export function deletionOf<N extends DeletionArea, T extends SoftDeleted, Row>(
  rule: DeletionRule<N, T, Row>,
) {
  const { table, each } = rule
  const what = areas[rule.area].one
  const notDeletedWords = `This ${what} is not deleted. Delete it first.`
  const set = (columns: { deleted_at: string | null }) => columns as object as Updateable<Tables[T]>
  const change = (db: Db, session: Session, id: string, deletes: boolean): Promise<Row> =>
    write(db, actorOf(session), async (writing) => {
      await each?.begin(writing)
      const pick = deletes && !rule.again ? findLiveOrThrow : findOrThrow
      const row = pick((await writing.lock(table, idsOf(id))) as Deletable<T>[], what)
      if ((row.deleted_at === null) === deletes) {
        if (each) await each[deletes ? 'delete' : 'restore'](writing, row)
        else await writing.update(table, [row], set(deletes ? deletedNow() : notDeleted))
      }
      return (await findRow<Row>(writing.tx, rule.listing, row.id)) as Row
    })
  const purgeOne = async (writing: WriteTransaction, row: Deletable<T>): Promise<void> => {
    if (row.deleted_at === null) {
      throw new Failure('conflict', notDeletedWords)
    }
    await each?.mayPurge(writing, row)
    await writing.purge(table, [row])
  }
  const handlers = (db: Db) => {
    const remove: Handler<'posts.delete'> = async ({ params, session }) => {
      const row = await change(db, session, params.id, true)
      return { data: rule.view(row, session) as never, message: rule.deleted(row) }
    }
    const restore: Handler<'posts.restore'> = async ({ params, session }) => {
      const work = change(db, session, params.id, false)
      const row = await mapUniqueViolation(work, rule.taken ?? {})
      return { data: rule.view(row, session) as never, message: rule.restored(row) }
    }
    const purge: Handler<'posts.purge'> = async ({ params, session }) => {
      await write(db, actorOf(session), async (writing) => {
        await each?.begin(writing)
        const rows = (await writing.lock(table, idsOf(params.id))) as Deletable<T>[]
        await purgeOne(writing, findOrThrow(rows, what))
      })
      return { data: {}, message: `${what[0]?.toUpperCase()}${what.slice(1)} deleted permanently.` }
    }
    const all = {
      [`${rule.area}.delete`]: remove,
      [`${rule.area}.restore`]: restore,
      [`${rule.area}.purge`]: purge,
    }
    return all as unknown as Handlers<`${N}.delete` | `${N}.restore` | `${N}.purge`>
  }
  const together = { table, what, name: rule.name as (row: Selectable<Tables[T]>) => string }
  const actions: { [action in 'delete' | 'restore' | 'purge']: Apply } = each
    ? {
        purge: oneByOne(rule, each.begin, () => false, purgeOne),
        delete: oneByOne(rule, each.begin, (row) => row.deleted_at !== null, each.delete),
        restore: oneByOne(
          rule,
          each.begin,
          (row) => row.deleted_at === null,
          async (writing, row) => {
            await each.mayReturn(writing, row)
            await each.restore(writing, row)
          },
        ),
      }
    : {
        purge: async (writing, ids) => {
          const rows = (await writing.lock(table, ids)) as Deletable<T>[]
          const deleted = rows.filter((row) => row.deleted_at !== null)
          await writing.purge(table, deleted)
          const gone = new Set(deleted.map(({ id }) => id))
          const failures = ids.flatMap((id): Outcome['failures'] => {
            if (gone.has(id)) return []
            const row = rows.find((each) => each.id === id)
            if (!row) return [{ id, name: null, message: `There is no such ${what}.` }]
            return [{ id, name: rule.name(row), message: notDeletedWords }]
          })
          return { changed: [...gone], unchanged: 0, failures }
        },
        delete: bulkUpdate<T>({
          ...together,
          decide: async () => (row) => ((row as Deletable<T>).deleted_at ? 'same' : 'change'),
          patch: () => set(deletedNow()),
        }),
        restore: bulkUpdate<T>({
          ...together,
          decide: async (writing, rows) => {
            const gone = (rows as Deletable<T>[]).filter((row) => row.deleted_at)
            const decide = await (rule.mayReturn ?? returning)(writing, gone)
            return (row) => {
              const deleted = row as Deletable<T>
              return deleted.deleted_at ? decide(deleted) : 'same'
            }
          },
          patch: () => set(notDeleted),
        }),
      }
  const revert = { delete: singly(actions.delete), restore: singly(actions.restore) }
  return { handlers, actions, revert }
}

const deletedNow = () => ({ deleted_at: new Date().toISOString() })
const notDeleted = { deleted_at: null }

/** In the order given; a record that can't be changed doesn't keep the others from it. */
function oneByOne<N extends DeletionArea, T extends SoftDeleted, Row>(
  { area, table, name }: DeletionRule<N, T, Row>,
  begin: (writing: WriteTransaction) => Promise<void>,
  isSo: (row: Deletable<T>) => boolean,
  act: (writing: WriteTransaction, row: Deletable<T>) => Promise<void>,
): Apply {
  return async (writing, ids) => {
    await begin(writing)
    const locked = (await writing.lock(table, ids)) as Deletable<T>[]
    const rows = new Map(locked.map((row) => [row.id, row]))
    const outcome: Outcome = { changed: [], unchanged: 0, failures: [] }
    for (const id of ids) {
      const row = rows.get(id)
      try {
        if (!row) throw new Failure('not_found', `There is no such ${areas[area].one}.`)
        if (isSo(row)) outcome.unchanged += 1
        else {
          await act(writing, row)
          outcome.changed.push(id)
        }
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        const { message } = error
        outcome.failures.push({ id, name: row ? name(row) : null, message, failure: error })
      }
    }
    return outcome
  }
}
