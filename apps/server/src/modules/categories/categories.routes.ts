import type { Category } from '@steward/contract/categories/categories'
import type { Db } from '../../db/connection/connection.ts'
import { write } from '../../db/write/write.ts'
import type { Pictures } from '../../files/pictures.ts'
import { readImageField } from '../../http/image-field.ts'
import type { Handlers } from '../../http/routes.ts'
import { actorOf } from '../../http/session.ts'
import {
  changedColumns,
  checkVersion,
  findLiveOrThrow,
  idsOf,
  mapUniqueViolation,
} from '../records/checks.ts'
import { detailsOf } from '../records/details.ts'
import type { Snapshots } from '../time-travel/time-travel.service.ts'
import { createCategory, movedColumns } from './categories.change.ts'
import { categoryDeletion } from './categories.deletion.ts'
import { nameTaken } from './categories.rules.ts'
import {
  type CategoryRow,
  categoryListingIn,
  findCategory,
  listCategories,
} from './categories.store.ts'
import { categoryView } from './categories.view.ts'
import { lockTree } from './tree.store.ts'

type Names = 'list' | 'details' | 'create' | 'update' | 'delete' | 'restore' | 'purge'

/** Categories (specification section 7, Other areas). */
export function categoriesHandlers(
  db: Db,
  snapshots: Snapshots,
  pictures: Pictures,
): Handlers<`categories.${Names}`> {
  const present = async (from: Db, id: string) => (await findCategory(from, id)) as CategoryRow
  return {
    'categories.list': async ({ query, session }) => {
      const { rows, pagination } = await snapshots.read(
        'categories',
        session,
        query.asOf,
        (source) => listCategories(source, query),
      )
      return { data: { categories: rows.map(categoryView), pagination } }
    },
    'categories.details': detailsOf<CategoryRow, Category>(snapshots, {
      table: 'categories',
      one: 'category',
      listing: categoryListingIn,
      view: categoryView,
    }),
    'categories.create': async ({ body, files: { image }, session }) => {
      const category = await pictures.keep(image, session.user.id, (url) => {
        const picture = readImageField(url, body.image, null) ?? null
        const work = write(db, actorOf(session), async (writing) =>
          present(writing.tx, await createCategory(writing, body, picture)),
        )
        return mapUniqueViolation(work, nameTaken)
      })
      return {
        data: categoryView(category),
        message: `Category “${category.name}” created.`,
      }
    },
    'categories.update': async ({ params, body, files: { image: file }, session }) => {
      const category = await pictures.keep(file, session.user.id, (url) => {
        const work = write(db, actorOf(session), async (writing) => {
          const { tx, lock, update } = writing
          const moves = body.parent !== undefined || body.position !== undefined
          if (moves) await lockTree(tx)
          const category = findLiveOrThrow(await lock('categories', idsOf(params.id)), 'category')
          await checkVersion(body.version, category, async () =>
            categoryView(await present(tx, category.id)),
          )
          const { name, description, color, status } = body
          const image = readImageField(url, body.image, category.image)
          const moved = moves ? await movedColumns(writing, category, body) : {}
          const patch = changedColumns(category, {
            name,
            description,
            color,
            status,
            image,
            ...moved,
          })
          if (patch) await update('categories', [category], patch)
          return await present(tx, category.id)
        })
        return mapUniqueViolation(work, nameTaken)
      })
      return { data: categoryView(category), message: 'Category saved.' }
    },
    ...categoryDeletion.handlers(db),
  }
}
