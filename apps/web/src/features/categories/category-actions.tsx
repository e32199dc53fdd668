import type { Category } from '@steward/contract/categories'
import { permission } from '@steward/contract/permissions'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { call } from '../../api/client.ts'
import { type DeepPartial, textOf } from '../../api/read.ts'
import { type Deletable, useDeleteWithUndo } from '../../shared/records/use-delete-with-undo.ts'
import { useEditing } from '../../ui/form/use-editing.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { ActionButtons, ActionsMenu, permitted } from '../../ui/record/record-actions.tsx'
import { categoryTreeOptions } from './categories.queries.ts'
import { useDeletionAsked } from './category-deletion.tsx'

/** What may be done with categories. */
export const mayCategories = {
  create: permission('Catalogue', 'Categories', 'create'),
  update: permission('Catalogue', 'Categories', 'update'),
  delete: permission('Catalogue', 'Categories', 'delete'),
}

const removable: Deletable = {
  area: 'categories',
  one: 'category',
  remove: (id) => call('categories.delete', { params: { id } }),
  restore: (id) => call('categories.restore', { params: { id } }),
  restoreCall: 'categories.restore',
  changed: (client) => void client.invalidateQueries(categoryTreeOptions),
}

function useCategoryActions(category: DeepPartial<Category>, done?: () => void) {
  const can = useCan()
  const { edit } = useEditing()
  const { remove } = useDeleteWithUndo(removable)
  const ask = useDeletionAsked()
  const id = textOf(category._id)
  if (id === null) return []
  return permitted([
    can(mayCategories.update) && { label: 'Edit', icon: IconPencil, act: () => edit(id) },
    can(mayCategories.delete) && {
      label: 'Delete',
      icon: IconTrash,
      danger: true,
      act: () =>
        ask(category, () => {
          done?.()
          remove(id)
        }),
    },
  ])
}

/** The menu of a category's row. */
export function CategoryMenu({ category }: { category: DeepPartial<Category> }) {
  const name = textOf(category.name) ?? 'this category'
  return <ActionsMenu name={name} actions={useCategoryActions(category)} />
}

/** The same in the drawer, which a deletion closes. */
export function CategoryButtons(props: { category: DeepPartial<Category>; onDone: () => void }) {
  return <ActionButtons actions={useCategoryActions(props.category, props.onDone)} />
}
