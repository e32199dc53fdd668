import { t } from '@steward/i18n/reader'
import { IconPencil } from '@tabler/icons-react'
import type { AnyRecord } from '../../api/answers/records.ts'
import { useEdit } from '../../ui/form/use-editing.ts'
import {
  ActionButtons,
  ActionsMenu,
  permitted,
  type RecordAction,
} from '../../ui/record/record-actions.tsx'
import { useAsks } from '../loans/use-asks.tsx'
import { type Surroundings, useDeletion } from './deletion-actions.tsx'
import { type RecordArea, useMayChange } from './record-area.ts'

interface ActionsOf {
  /** Whether the person may change this record in its present state. */
  may: boolean
  /** Whether the actions are those of the open record, not of a row. */
  isOpen: boolean
}

/**
 * What can be done with the records of an area: edit, the area's own actions, and the deletion.
 * @param before asks before a deletion; calls `go` to go on
 */
export function actionsOf<T extends AnyRecord>(
  of: RecordArea<T>,
  useOwn: (record: T, is: ActionsOf) => readonly (RecordAction | false)[] = () => [],
  before?: (record: T, go: () => void) => void,
) {
  function useActions(record: T, around?: Surroundings): RecordAction[] {
    const may = useMayChange(of)(record)
    const edit = useEdit()
    const own = useOwn(record, { may, isOpen: around !== undefined })
    const asks = useAsks(of.area, record, {
      name: of.name(record),
      hasForm: of.hasForm === true,
      single: around !== undefined,
    })
    const ask = before && ((go: () => void) => before(record, go))
    const deletion = useDeletion(of, record, { ...around, ...(ask && { ask }) })
    // Another server may send a record that can't be named.
    if (!record._id) return []
    return permitted([
      may && { label: t('Edit'), icon: IconPencil, key: 'e', act: () => edit(record._id) },
      ...own,
      ...deletion,
    ]).concat(asks)
  }
  return {
    Menu: ({ record }: { record: T }) => (
      <ActionsMenu name={of.name(record)} actions={useActions(record)} />
    ),
    /** The same actions as buttons of the open record, which closes when it is deleted for good. */
    Buttons: ({ record, onDone, without, after }: ButtonsProps<T>) => (
      <ActionButtons
        actions={useActions(record, { close: onDone, after }).filter(
          ({ label }) => label !== without,
        )}
      />
    ),
  }
}

interface ButtonsProps<T> extends Partial<RecordProps<T>>, Pick<Surroundings, 'after'> {
  record: T
  /** The label of an action that the page has elsewhere. */
  without?: string
}

export interface RecordProps<T> {
  record: T
  onDone: () => void
}
