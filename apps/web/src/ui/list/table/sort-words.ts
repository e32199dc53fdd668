import type { FieldKind } from '@steward/contract/areas/field'
import type { Column } from '../screen/list-definition.ts'

type Ends = readonly [up: string, down: string]
type Words = Pick<Column<unknown>, 'label' | 'planned' | 'sortName' | 'sortEnds'>

/** Fields that every record has. */
const common: Readonly<Record<string, string>> = { createdAt: 'creation', deletedAt: 'deletion' }

/** What a list is sorted by, in the middle of a sentence. */
export const sortName = (field: string, column?: Words): string =>
  column?.sortName ?? common[field] ?? (column?.label ?? field).toLowerCase()

/** What comes first, going up and going down. */
export function sortEnds(field: string, column?: Words, kind?: FieldKind): Ends {
  if (column?.sortEnds) return column.sortEnds
  if (column?.planned) return ['soonest first', 'latest first']
  if (/(^at|At)$/.test(field)) return ['oldest first', 'newest first']
  if (kind === 'money') return ['lowest first', 'highest first']
  return kind === 'count' ? ['least first', 'most first'] : ['A to Z', 'Z to A']
}
