import { maxCategoryLevels } from '@steward/contract/categories/categories'
import type { Db } from '../../db/connection/connection.ts'
import type { WriteTransaction } from '../../db/write/write.ts'
import { conflict, invalidField } from '../../http/failure.ts'
import { joinWithAnd, pluralize } from '../../pluralize.ts'
import { takenBy } from '../records/checks.ts'
import type { CategoryRow } from './categories.store.ts'
import {
  gap,
  levelsOf,
  nameInUse,
  pathOf,
  respaceKeys,
  siblingKeys,
  slugsLike,
} from './tree.store.ts'

/** Checks a category's `parent`; `id` is null for a new category. The tree must be locked. */
export async function mustFitBelow(tx: Db, parent: string, id: string | null): Promise<void> {
  const path = await pathOf(tx, parent)
  if (path.length === 0) throw atParent('The parent category doesn’t exist.')
  if (id && path.includes(id)) {
    throw atParent('A category can’t be moved into itself or one of its subcategories.')
  }
  if (path.length + (id ? await levelsOf(tx, id) : 1) > maxCategoryLevels) {
    throw atParent(`Categories can be nested at most ${maxCategoryLevels} levels deep.`)
  }
}

const atParent = (msg: string) => invalidField('parent', msg, msg)

/**
 * The sort key for a place (from 0) among siblings; `id` is null for a new category. `onMoved` gets
 * the former sort keys of siblings whose keys change. The tree must be locked.
 */
export async function keyOfPlace(
  tx: Db,
  parent: string | null,
  id: string | null,
  place: number,
  onMoved: WriteTransaction['noteMovedSiblings'] = () => {},
): Promise<number> {
  const keys = await siblingKeys(tx, parent, id)
  const key = keyAt(keys, place)
  if (key !== undefined) return key
  onMoved(await respaceKeys(tx, parent))
  return keyAt(await siblingKeys(tx, parent, id), place) ?? 0
}

const farthest = 1_000_000_000

function keyAt(keys: readonly number[], place: number): number | undefined {
  const index = Math.min(place, keys.length)
  const before = keys[index - 1]
  const after = keys[index]
  if (before === undefined && after === undefined) return 0
  const key =
    before === undefined
      ? Number(after) - gap
      : after === undefined
        ? before + gap
        : Math.floor((before + after) / 2)
  const fits = key !== before && Math.abs(key) < farthest
  return fits ? key : undefined
}

/** A slug of lower case letters and digits of any script, joined by hyphens. */
export function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
  const words = plain.toLowerCase().replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '-')
  const slug = [...words.replaceAll(/^-|-$/g, '')].slice(0, 180).join('')
  return slug.replace(/-$/, '') || 'category'
}

/** A free slug for a name: `music`, else `music-2`…; the tree must be locked. */
export async function freeSlug(tx: Db, name: string): Promise<string> {
  const slug = slugOf(name)
  const used = await slugsLike(tx, slug)
  if (!used.has(slug)) return slug
  for (let n = 2; ; n += 1) if (!used.has(`${slug}-${n}`)) return `${slug}-${n}`
}

/** The number of posts in words; empty for none. */
export function postsIn(category: CategoryRow): string {
  return joinWithAnd([
    ...(category.post_count > 0 ? [pluralize(category.post_count, 'feed post')] : []),
    ...(category.shopping_post_count > 0
      ? [pluralize(category.shopping_post_count, 'shopping post')]
      : []),
  ])
}

export function mustHaveNoneBelow(category: CategoryRow): void {
  if (category.child_count === 0) return
  const below = pluralize(category.child_count, 'subcategory', 'subcategories')
  const posts = postsIn(category)
  throw conflict(
    `“${category.name}” has ${below}${posts ? ` and ${posts}` : ''}. Move or delete its subcategories first.`,
  )
}

/** Checks that a category's name is free among its siblings; throws a Failure `taken` otherwise. */
export async function mustHaveFreeName(
  { tx }: WriteTransaction,
  category: { id: string; name: string; parent_id: string | null },
): Promise<void> {
  if (!(await nameInUse(tx, category))) return
  throw takenBy({ path: 'name', msg: 'Another category in the same place now has this name.' })
}

export const nameTaken = {
  categories_name_key: {
    path: 'name',
    msg: 'Another category in the same place already has this name.',
  },
}
