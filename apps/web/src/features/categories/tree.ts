import type { Category } from '../../api/answers/records.ts'
import type { Row } from '../../api/listing.ts'

export interface Branch {
  id: string
  row: Row<Category>
  /** From 1. */
  level: number
  above: Branch | null
  /** Its place among its siblings, from 0. */
  place: number
  below: Branch[]
}

export interface TreePosition {
  parent: string | null
  position: number
}

/** Arranges categories as a tree; one whose parent is missing is put at the top level. */
export function treeOf(rows: readonly Row<Category>[]): Branch[] {
  const ids = new Set(rows.map((row) => row.id))
  const byParent = Map.groupBy(rows, ({ id, record }) => {
    const parent = record.parent ?? null
    return parent !== null && parent !== id && ids.has(parent) ? parent : null
  })
  const branchesOf = (above: Branch | null): Branch[] =>
    (byParent.get(above?.id ?? null) ?? [])
      .toSorted((a, b) => (a.record.position ?? 0) - (b.record.position ?? 0))
      .map((row, place) => {
        const branch: Branch = {
          id: row.id,
          row,
          level: (above?.level ?? 0) + 1,
          above,
          place,
          below: [],
        }
        branch.below = branchesOf(branch)
        return branch
      })
  return branchesOf(null)
}

/** The branches from top to bottom, without those below one that is folded. */
export function visible(tree: readonly Branch[], folded: ReadonlySet<string>): Branch[] {
  return tree.flatMap((branch) => [
    branch,
    ...(folded.has(branch.id) ? [] : visible(branch.below, folded)),
  ])
}

/** Whether a branch is another one, or below it. */
export function isWithin(branch: Branch | null, other: string): boolean {
  for (let at = branch; at !== null; at = at.above) if (at.id === other) return true
  return false
}

export type Step = 'up' | 'down' | 'in' | 'out'

/** Where a step leads; null where there is no way. */
export function placeAfter(
  tree: readonly Branch[],
  branch: Branch,
  step: Step,
): TreePosition | null {
  const parent = branch.above?.id ?? null
  const siblings = branch.above?.below ?? tree
  if (step === 'up') return branch.place > 0 ? { parent, position: branch.place - 1 } : null
  if (step === 'down')
    return branch.place < siblings.length - 1 ? { parent, position: branch.place + 1 } : null
  if (step === 'out')
    return (
      branch.above && { parent: branch.above.above?.id ?? null, position: branch.above.place + 1 }
    )
  const before = siblings[branch.place - 1]
  return before ? { parent: before.id, position: before.below.length } : null
}

/** Where a drop leads; null where it would change nothing, or put a category below itself. */
export function placeOfDrop(
  moved: Branch,
  target: Branch,
  where: 'before' | 'after' | 'within',
): TreePosition | null {
  if (isWithin(target, moved.id)) return null
  if (where === 'within') return { parent: target.id, position: target.below.length }
  const parent = target.above?.id ?? null
  // Places are counted without the one that moves.
  const gone = parent === (moved.above?.id ?? null) && moved.place < target.place ? 1 : 0
  const position = target.place - gone + (where === 'after' ? 1 : 0)
  const stays = parent === (moved.above?.id ?? null) && position === moved.place
  return stays ? null : { parent, position }
}

export function moved(
  rows: readonly Row<Category>[],
  id: string,
  { parent, position }: TreePosition,
): Row<Category>[] {
  const siblings = rows
    .filter((row) => row.id !== id && (row.record.parent ?? null) === parent)
    .toSorted((a, b) => (a.record.position ?? 0) - (b.record.position ?? 0))
    .map((row) => row.id)
  const order = siblings.toSpliced(position, 0, id)
  return rows.map((row) => {
    const at = order.indexOf(row.id)
    if (at < 0) return row
    const change = row.id === id ? { parent, position: at } : { position: at }
    return { ...row, record: { ...row.record, ...change } }
  })
}
