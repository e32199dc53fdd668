import { IconArrowBackUp, IconPencil, IconTrash, IconTrashX } from '@tabler/icons-react'

import { isDeleted } from '../../api/read.ts'
import type { AnyRecord } from '../../api/records.ts'

import { closeDialog, openDialog } from '../../ui/feedback/open-dialog.ts'

import { useEdit } from '../../ui/form/use-editing.ts'
import { lazyPart } from '../../ui/page/lazy-part.tsx'
import {
  ActionButtons,
  ActionsMenu,
  permitted,
  type RecordAction,
} from '../../ui/record/record-actions.tsx'
import { useTaskAbout } from '../tasks/task-about.ts'
import { type RecordArea, useMayChange, useMayDelete } from './record-area.ts'
import { useDeleteWithUndo } from './use-delete-with-undo.ts'

const PurgeDialog = lazyPart(
  async () => (await import('./purge-dialog.tsx')).PurgeDialog,
  null,
  closeDialog,
  'soon',
)

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
export function useDeletion<T extends AnyRecord>(
  of: RecordArea<T>,
  record: T,
  { close, after, ask = (go) => go() }: Surroundings = {},
): RecordAction[] {
  const may = useMayDelete(of)
  const { remove, restore } = useDeleteWithUndo(of)
  const taskAbout = useTaskAbout(of.area)
  const id = record._id
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
        openDialog(
          <PurgeDialog
            of={of as RecordArea<never>}
            id={id}
            name={name}
            after={() => {
              close?.()
              after?.('purge')
            }}
          />,
        ),
    },
  ])
}

/** What an area's own actions are decided by. */
interface ActionsOf {
  /** Whether the person may change the record as it stands. */
  may: boolean
  /** Whether it is the open record, and not a row. */
  isOpen: boolean
}

/**
 * What can be done with the records of an area: change them in their form, what the area adds, and what
 * {@link useDeletion} tells.
 * @param useOwn the actions that the area adds
 * @param before asks before a deletion; calls `go` where it may go on
 */
export function actionsOf<T extends AnyRecord>(
  of: RecordArea<T>,
  useOwn: (record: T, is: ActionsOf) => readonly (RecordAction | false)[] = () => [],
  before?: (record: T, go: () => void) => void,
) {
  function useActions(record: T, close?: () => void): RecordAction[] {
    const may = useMayChange(of)(record)
    const edit = useEdit()
    const own = useOwn(record, { may, isOpen: close !== undefined })
    const ask = before && ((go: () => void) => before(record, go))
    const deletion = useDeletion(of, record, { close, ...(ask && { ask }) })
    return permitted([
      may && { label: 'Edit', icon: IconPencil, key: 'e', act: () => edit(record._id) },
      ...own,
      ...deletion,
    ])
  }
  return {
    /** The menu of a row. */
    Menu: ({ record }: { record: T }) => (
      <ActionsMenu name={of.name(record)} actions={useActions(record)} />
    ),
    /** The same in the open record, which a deletion for good closes. */
    Buttons: ({ record, onDone }: RecordProps<T>) => (
      <ActionButtons actions={useActions(record, onDone)} />
    ),
  }
}

/** What an open record is given. */
export interface RecordProps<T> {
  record: T
  /** Closes it once it is deleted for good. */
  onDone: () => void
}
