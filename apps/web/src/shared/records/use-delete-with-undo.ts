import { capitalize } from '@steward/contract/values/capitalize'
import { t } from '@steward/i18n/reader'
import { useQueryClient } from '@tanstack/react-query'
import type { SentQuery } from '../../api/listing.ts'
import { isOfDeleted, type Rollback, removeRecord } from '../../api/record-cache.ts'
import { keepTarget } from '../../ui/keys/record-keys.ts'
import { toast, undoable } from '../../ui/messages/messages.tsx'
import { pushUndo } from '../../ui/messages/undo-stack.ts'
import {
  type OptimisticMutation,
  useOptimisticMutation,
} from '../../ui/messages/use-optimistic-mutation.ts'
import { oneOf, type RecordArea, reloadArea, useSendDeletion } from './record-area.ts'

type Deleted = { deletedAt: string | null }
type Write = OptimisticMutation<{ message: string }>

/** Whether a list shows no deleted record; where one stays in its place, it is marked. */
const showsNoDeleted = (query: SentQuery, call: string) =>
  !isOfDeleted(query, call) && query['includeDeleted'] !== 'true'

/** Deletes and restores a record at once; a deletion can be undone for 8 seconds, a refusal puts it back. */
export function useDeleteWithUndo<T>(of: RecordArea<T>, id: string, name: string) {
  const client = useQueryClient()
  const send = useSendDeletion(of)
  const { mutate } = useOptimisticMutation<{ message: string }>()
  const one = capitalize(oneOf(of))
  const hide = () =>
    removeRecord<Deleted>(client, of.area, id, showsNoDeleted, {
      deletedAt: new Date().toISOString(),
    })
  const show = () => removeRecord<Deleted>(client, of.area, id, isOfDeleted, { deletedAt: null })

  const restoring = (apply: () => Rollback, undo = false): Write => ({
    apply,
    send: () => send('restore', id),
    done: ({ message }) => {
      reloadArea(client, of, id)
      // i18n: {one} is a singular noun such as “Bill”
      toast.success(message || t('{one} restored', { one }), name)
      if (undo) pushUndo({ undo: () => remove(false) })
    },
  })
  /** `undo` is whether it may be taken back, `after` is called once it is deleted. */
  const remove = (undo: boolean, after?: () => void): void => {
    focusAfter(id)
    mutate({
      apply: hide,
      send: () => send('delete', id),
      done: ({ message }, _client, rollback) => {
        after?.()
        reloadArea(client, of, id)
        // i18n: {one} is a singular noun such as “Bill”
        const text = message || t('{one} deleted', { one })
        const back = () => {
          rollback()
          const unshow = show()
          return () => {
            unshow()
            hide()
          }
        }
        if (undo) undoable(text, () => mutate(restoring(back)), name)
        else toast.success(text, name)
      },
    })
  }
  /** An undo of it deletes the record again. */
  const restore = (undo: boolean): void => {
    focusAfter(id)
    mutate(restoring(show, undo))
  }
  return { remove, restore }
}

/** After rows are gone, moves the focus to the open record, else to the list, from which the next row goes on. */
export function focusAfter(...ids: string[]): void {
  const rows = ids.flatMap((id) => document.querySelector(`[data-row="${CSS.escape(id)}"]`) ?? [])
  const [first] = rows
  const list = first?.closest<HTMLElement>('[data-rows]')
  if (!first || !list) return
  const next = nextTo(list, rows)
  const isOpen = rows.some((row) => row.matches('[data-opened]'))
  const page = list.closest<HTMLElement>('main')
  const focusList = keepTarget(list, rows.length === 1 ? first : null)
  const look = (looks: number) => {
    // The page may be gone by now.
    const { activeElement, body } = list.ownerDocument
    // The dialog that asked may still be on its way out.
    if (activeElement?.closest('[aria-modal=true]') && looks < maxLooks) {
      setTimeout(look, lookAfter, looks + 1)
      return
    }
    // The page has the focus where nothing else had it before.
    const isLost = activeElement === null || activeElement === body || activeElement === page
    if (!isLost && !rows.some((row) => row.contains(activeElement))) return
    if (isOpen) return document.querySelector<HTMLElement>('[data-record-title]')?.focus()
    // Where the next step goes on.
    next?.focus({ preventScroll: true })
    focusList()
    // Without rows there is no list to have it.
    if (!list.isConnected) page?.focus({ preventScroll: true })
  }
  setTimeout(look, lookAfter, 1)
}

/** After what time it is looked where the focus is, in milliseconds, and how often. */
const lookAfter = 60
const maxLooks = 10

function nextTo(list: Element, going: readonly Element[]): HTMLElement | undefined {
  const all = [...list.querySelectorAll<HTMLElement>('[data-row]')]
  const last = all.findLastIndex((row) => going.includes(row))
  const staying = (row: Element) => !going.includes(row)
  return all.slice(last).find(staying) ?? all.slice(0, last).findLast(staying)
}
