import { maxCategoryLevels } from '@steward/contract/categories/categories'
import { msg } from '@steward/i18n/reader'
import { type Said, say } from '@steward/i18n/sentence'
import type { Db } from '../../db/connection/connection.ts'
import type { WriteTransaction } from '../../db/write/write-transaction.ts'
import { conflict, invalidField } from '../../http/failure.ts'
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
  if (path.length === 0) throw atParent(msg('The parent category doesn’t exist.'))
  if (id && path.includes(id)) {
    throw atParent(msg('A category can’t be moved into itself or one of its subcategories.'))
  }
  if (path.length + (id ? await levelsOf(tx, id) : 1) > maxCategoryLevels) {
    throw atParent(
      say('Categories can be nested at most {max} levels deep.', { max: maxCategoryLevels }),
    )
  }
}

const atParent = (said: Said) => invalidField('parent', said, said)

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

/** The message of the deletion of a category that posts still name; undefined where none does. */
export function deletedFromUse({
  name,
  post_count: posts,
  shopping_post_count: shoppingPosts,
}: CategoryRow): Said | undefined {
  if (posts > 0 && shoppingPosts > 0) {
    return say(
      'Category “{name}” deleted. It is still used by {posts, plural, one {# feed post} other {# feed posts}} and {shoppingPosts, plural, one {# shopping post} other {# shopping posts}}.',
      { name, posts, shoppingPosts },
    )
  }
  if (posts > 0) {
    return say(
      'Category “{name}” deleted. It is still used by {posts, plural, one {# feed post} other {# feed posts}}.',
      { name, posts },
    )
  }
  if (shoppingPosts === 0) return undefined
  return say(
    'Category “{name}” deleted. It is still used by {shoppingPosts, plural, one {# shopping post} other {# shopping posts}}.',
    { name, shoppingPosts },
  )
}

export function mustHaveNoneBelow(category: CategoryRow): void {
  if (category.child_count === 0) return
  const { name, child_count, post_count, shopping_post_count } = category
  throw conflict(
    say(
      '“{name}” has {count, plural, one {# subcategory} other {# subcategories}}{posts, plural, =0 {} one { and # feed post} other { and # feed posts}}{shoppingPosts, plural, =0 {} one { and # shopping post} other { and # shopping posts}}. Move or delete its subcategories first.',
      { name, count: child_count, posts: post_count, shoppingPosts: shopping_post_count },
    ),
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
