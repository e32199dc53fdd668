import type { Category } from '@steward/contract/categories/categories'
import { permission } from '@steward/contract/permissions/permissions'
import { IconPencil } from '@tabler/icons-react'
import { type DeepPartial, isDeleted, textOf } from '../../api/read.ts'
import type { Deletable } from '../../shared/records/deletable.ts'
import { useDeletion } from '../../shared/records/deletion-actions.tsx'
import { useEdit } from '../../ui/form/use-editing.ts'
import { type Can, useCan } from '../../ui/permissions/permitted.tsx'
import { ActionButtons, ActionsMenu, permitted } from '../../ui/record/record-actions.tsx'
import { reloadTree } from './categories.queries.ts'
import { useDeletionAsked } from './category-deletion.tsx'

/** What may be done with categories. */
export const mayCategories = {
  create: permission('Catalogue', 'Categories', 'create'),
  update: permission('Catalogue', 'Categories', 'update'),
}

/** Whether the person may change a category as it stands. */
export const mayChange = (can: Can, category: DeepPartial<Category>): boolean =>
  can(mayCategories.update) && !isDeleted(category)

const deletable: Deletable<Category> = {
  area: 'categories',
  name: (category) => textOf(category.name) ?? 'this category',
  changed: reloadTree,
}

function useCategoryActions(category: DeepPartial<Category>, close?: () => void) {
  const can = useCan()
  const edit = useEdit()
  const ask = useDeletionAsked()
  const deletion = useDeletion(deletable, category, { close, ask: (go) => ask(category, go) })
  const id = textOf(category._id)
  if (id === null) return []
  return permitted([
    mayChange(can, category) && { label: 'Edit', icon: IconPencil, key: 'e', act: () => edit(id) },
    ...deletion,
  ])
}

/** The menu of a category's row. */
export function CategoryMenu({ category }: { category: DeepPartial<Category> }) {
  return <ActionsMenu name={deletable.name(category)} actions={useCategoryActions(category)} />
}

/** The same in the drawer, which a deletion closes. */
export function CategoryButtons(props: { category: DeepPartial<Category>; onDone: () => void }) {
  return <ActionButtons actions={useCategoryActions(props.category, props.onDone)} />
}
