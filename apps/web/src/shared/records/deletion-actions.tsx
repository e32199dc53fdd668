import { t } from '@steward/i18n/reader'
import { IconArrowBackUp, IconTrash, IconTrashX } from '@tabler/icons-react'
import { isDeleted } from '../../api/answers/read.ts'
import type { AnyRecord } from '../../api/answers/records.ts'
import { openDialog } from '../../ui/dialog/open-dialog.ts'
import { dialogPart } from '../../ui/page/lazy-part.tsx'
import { permitted, type RecordAction } from '../../ui/record/record-actions.tsx'
import { useTaskAbout } from '../tasks/task-about.ts'
import { type RecordArea, useMayDelete } from './record-area.ts'
import { useDeleteWithUndo } from './use-delete-with-undo.ts'

const PurgeDialog = dialogPart(async () => (await import('./purge-dialog.tsx')).PurgeDialog)

/** What surrounds the deletion of one record. */
export interface Surroundings {
  /** Closes the record once it is gone for good. */
  close?: (() => void) | undefined
  /** Called once it is deleted, or deleted for good, such as to leave its page. */
  after?: ((action: 'delete' | 'purge') => void) | undefined
  /** Asks before a deletion that has consequences; calls `go` where it may go on. */
  ask?: (go: () => void) => void
}

/** A new task about a record, and its deletion; of a deleted one, restoring and purging it. */
export function useDeletion<T extends AnyRecord>(
  of: RecordArea<T>,
  record: T,
  { close, after, ask = (go) => go() }: Surroundings = {},
): RecordAction[] {
  const may = useMayDelete(of)
  const id = record._id
  const name = of.name(record)
  const { remove, restore } = useDeleteWithUndo(of, id, name)
  const taskAbout = useTaskAbout(of.area)
  // Another server may send a record that can't be named.
  if (!id) return []
  if (!isDeleted(record))
    return permitted([
      taskAbout(id, name),
      may('delete', record) && {
        label: t('Delete'),
        icon: IconTrash,
        key: 'd',
        danger: true,
        decides: true,
        act: () => ask(() => remove(may('restore', record), () => after?.('delete'))),
      },
    ])
  return permitted([
    may('restore', record) && {
      label: t('Restore'),
      icon: IconArrowBackUp,
      key: 'r',
      decides: true,
      act: () => restore(may('delete', record)),
    },
    may('purge', record) && {
      label: t('Delete permanently'),
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
