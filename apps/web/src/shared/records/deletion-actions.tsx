import { IconArrowBackUp, IconTrash, IconTrashX } from '@tabler/icons-react'
import { type DeepPartial, isDeleted, textOf } from '../../api/read.ts'
import { ActionsMenu, permitted, type RecordAction } from '../../ui/record/record-actions.tsx'
import { useTaskAbout } from '../tasks/task-about.ts'
import { type Deletable, useMayDelete } from './deletable.ts'
import { askPurge } from './purge.store.ts'
import { useDeleteWithUndo } from './use-delete-with-undo.ts'

/** What surrounds the deletion of one record. */
export interface Surroundings {
  /** Closes the record once it is gone for good. */
  close?: (() => void) | undefined
  /** Called once it is deleted, or deleted for good, such as to leave its page. */
  after?: ((action: 'delete' | 'purge') => void) | undefined
  /** Asks before a deletion that has consequences; calls `go` where it may go on. */
  ask?: (go: () => void) => void
}

/**
 * What can be done with a record of any area: a new task about it, and deleting it; or where it is deleted,
 * restoring it and deleting it for good.
 */
export function useDeletion<T>(
  of: Deletable<T>,
  record: DeepPartial<T>,
  { close, after, ask = (go) => go() }: Surroundings = {},
): RecordAction[] {
  const may = useMayDelete(of)
  const { remove, restore } = useDeleteWithUndo(of)
  const taskAbout = useTaskAbout(of.area)
  const id = recordId(record)
  if (id === null) return []
  const name = of.name(record)
  if (!isDeleted(record))
    return permitted([
      taskAbout(id, name),
      may('delete', record) && {
        label: 'Delete',
        icon: IconTrash,
        key: 'd',
        danger: true,
        decides: true,
        act: () =>
          ask(() => {
            remove(id, { name, undo: may('restore', record), after: () => after?.('delete') })
          }),
      },
    ])
  return permitted([
    may('restore', record) && {
      label: 'Restore',
      icon: IconArrowBackUp,
      key: 'r',
      decides: true,
      act: () => restore(id, { name, undo: may('delete', record) }),
    },
    may('purge', record) && {
      label: 'Delete permanently',
      icon: IconTrashX,
      danger: true,
      act: () =>
        askPurge({
          of,
          id,
          name,
          after: () => {
            close?.()
            after?.('purge')
          },
        }),
    },
  ])
}

const recordId = (record: unknown): string | null => {
  const { _id, id } = record as { _id?: unknown; id?: unknown }
  return textOf(_id) ?? textOf(id)
}

/** The menu of a row of which nothing else can be done. */
export function DeletionMenu<T>(props: { of: Deletable<T>; record: DeepPartial<T> }) {
  const { of, record } = props
  return <ActionsMenu name={of.name(record)} actions={useDeletion(of, record)} />
}
