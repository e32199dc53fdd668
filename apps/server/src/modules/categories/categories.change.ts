import type { BodyOf } from '@steward/contract/calls/endpoints'
import { say } from '@steward/i18n/sentence'
import type { Selectable, Updateable } from 'kysely'
import type { Tables } from '../../db/schema/tables.ts'
import type { WriteTransaction } from '../../db/write/write-transaction.ts'
import { conflict, Failure } from '../../http/failure.ts'
import { freeSlug, keyOfPlace, mustFitBelow, mustHaveNoneBelow } from './categories.rules.ts'
import { type CategoryRow, categoryStore } from './categories.store.ts'
import { lockTree, pathOf, siblingKeys, slugsLike } from './tree.store.ts'

type Row = Selectable<Tables['categories']>

/** The columns of a new category, placed before its siblings (specification section 4). */
export async function newColumns(
  { tx, noteMovedSiblings }: WriteTransaction,
  { name = '', parent = null }: { name?: string | undefined; parent?: string | null | undefined },
): Promise<Updateable<Tables['categories']>> {
  await lockTree(tx)
  if (parent) await mustFitBelow(tx, parent, null)
  const slug = await freeSlug(tx, name)
  return {
    slug,
    position: await keyOfPlace(tx, parent, null, 0, noteMovedSiblings),
    parent_id: parent,
  }
}

/** The columns that a move changes, none where it stays; the tree must be locked. */
export async function movedColumns(
  { tx, noteMovedSiblings }: WriteTransaction,
  category: Row,
  body: Pick<BodyOf<'categories.update'>, 'parent' | 'position'>,
): Promise<Updateable<Tables['categories']>> {
  if (body.parent === undefined && body.position === undefined) return {}
  const parent = body.parent === undefined ? category.parent_id : body.parent
  if (parent !== category.parent_id) {
    if (parent) await mustFitBelow(tx, parent, category.id)
    const position = await keyOfPlace(
      tx,
      parent,
      category.id,
      body.position ?? 0,
      noteMovedSiblings,
    )
    return { parent_id: parent, position }
  }
  if (body.position === undefined) return {}
  const now = (await categoryStore.find(tx, category.id))?.position
  const siblings = await siblingKeys(tx, parent, category.id)
  if (now === Math.min(body.position, siblings.length)) return {}
  return { position: await keyOfPlace(tx, parent, category.id, body.position, noteMovedSiblings) }
}

/** Deletes a category; the tree must be locked. */
export async function deleteCategory({ tx, update }: WriteTransaction, category: Row) {
  mustHaveNoneBelow((await categoryStore.find(tx, category.id)) as CategoryRow)
  await update('categories', [category], { deleted_at: new Date().toISOString() })
}

/**
 * Restores a category at `place`, its former one unless given, with a new slug if needed.
 * The tree must be locked.
 * @throws {Failure} `conflict` where its parent is deleted or now too deep
 */
export async function restoreCategory(
  { tx, update, noteMovedSiblings }: WriteTransaction,
  category: Row,
  place?: number,
): Promise<void> {
  if (category.parent_id) {
    const path = await pathOf(tx, category.parent_id)
    if (path.length === 0) {
      const parent = await categoryStore.find(tx, category.parent_id)
      throw conflict(
        say('The parent of “{name}”, “{parent}”, is deleted. Restore it first.', {
          name: category.name,
          parent: String(parent?.name),
        }),
      )
    }
    try {
      await mustFitBelow(tx, category.parent_id, category.id)
    } catch (error) {
      throw error instanceof Failure ? conflict(error.said) : error
    }
  }
  const used = await slugsLike(tx, category.slug)
  const slug = used.has(category.slug) ? await freeSlug(tx, category.name) : category.slug
  const position =
    place === undefined
      ? category.position
      : await keyOfPlace(tx, category.parent_id, category.id, place, noteMovedSiblings)
  await update('categories', [category], { deleted_at: null, slug, position })
}
