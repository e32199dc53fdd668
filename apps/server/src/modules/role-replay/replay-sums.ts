import type { RoleReplay } from '@steward/contract/roles/replay'
import type { Refusal } from './replay.rules.ts'

type Refused = RoleReplay['refused'][number]

/** What a person would have been refused, for one reason. */
export type RefusedRow = Omit<Refused, 'examples'> & {
  /** Ids of entries as examples. */
  ids: number[]
}

/** Some of what adds up to a row. */
interface Part {
  requests?: number
  changes?: number
  firstDay: string
  lastDay: string
  ids?: number[]
}

/** Adds up what people would have been refused, by person, permission, reason and field. */
export class RefusedRows {
  readonly #rows = new Map<string, RefusedRow>()

  add(
    person: Refused['person'],
    refusal: Refusal,
    { requests = 0, changes = 0, firstDay, lastDay, ids = [] }: Part,
  ): void {
    const { permission, reason, field } = refusal
    const key = JSON.stringify([person._id, permission, reason, field])
    const known = this.#rows.get(key)
    if (!known) {
      const part = { requests, changes, firstDay, lastDay, ids }
      this.#rows.set(key, { person, permission, reason, field, ...part })
      return
    }
    known.requests += requests
    known.changes += changes
    if (firstDay < known.firstDay) known.firstDay = firstDay
    if (lastDay > known.lastDay) known.lastDay = lastDay
    known.ids = [...known.ids, ...ids]
  }

  /** The rows, most frequent first. */
  get all(): RefusedRow[] {
    return [...this.#rows.values()].sort(mostFirst)
  }
}

type Counts = Pick<Refused, 'requests' | 'changes'>

const mostFirst = (one: Counts, other: Counts) =>
  other.requests + other.changes - one.requests - one.changes

export const sumOf = <K extends string>(rows: readonly Record<K, number>[], key: K): number =>
  rows.reduce((sum, row) => sum + row[key], 0)

/** Requests and changes of rows by what `of` gives, most first. */
export function summed<Row extends Counts, K extends object>(
  rows: readonly Row[],
  of: (row: Row) => K,
) {
  const groups = Map.groupBy(rows, (row) => JSON.stringify(of(row)))
  return [...groups.values()]
    .map((some) => ({
      of: of(some[0] as Row),
      requests: sumOf(some, 'requests'),
      changes: sumOf(some, 'changes'),
    }))
    .sort(mostFirst)
}
