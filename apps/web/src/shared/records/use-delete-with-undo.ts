import { useQueryClient } from '@tanstack/react-query'
import { isOfDeleted, type Rollback, removeRecord } from '../../api/record-cache.ts'
import { noteAct } from '../../ui/feedback/acts.ts'
import { toast, undoable } from '../../ui/feedback/messages.tsx'
import {
  type OptimisticMutation,
  useOptimisticMutation,
} from '../../ui/feedback/use-optimistic-mutation.ts'
import { type Deletable, oneOf, reloadDeletable, useSendDeletion } from './deletable.ts'

type Write = OptimisticMutation<{ message: string }>

/**
 * Deletes and restores records of an area at once. A deletion can be undone for 8 seconds; what the
 * server refuses is put back, with its words.
 */
export function useDeleteWithUndo<T>(of: Deletable<T>): {
  /**
   * @param options.name names the record in what is said of it
   * @param options.undo whether the person may take it back, and the server can
   * @param options.after called once it is deleted
   */
  remove: (id: string, options: { name: string; undo: boolean; after?: () => void }) => void
  /** The same the other way round. */
  restore: (id: string, options: { name: string; undo: boolean }) => void
} {
  const client = useQueryClient()
  const send = useSendDeletion(of)
  const { mutate } = useOptimisticMutation<{ message: string }>()

  const restoring = (id: string, name: string, apply: () => Rollback, undo = false): Write => ({
    apply,
    send: () => send('restore', id),
    done: ({ message }) => {
      reloadDeletable(client, of, id)
      toast.success(message || `The ${oneOf(of)} is back`, name)
      if (undo) noteAct({ undo: () => remove(id, { name, undo: false }) })
    },
  })
  const hide = (id: string) =>
    of.hide?.(client, id) ??
    removeRecord(client, of.area, id, (query, call) => !isOfDeleted(query, call))
  const show = (id: string) =>
    of.show?.(client, id) ?? removeRecord(client, of.area, id, isOfDeleted)

  type Remove = ReturnType<typeof useDeleteWithUndo<T>>['remove']
  const remove: Remove = (id, { name, undo, after }) => {
    focusAfter(id)
    mutate({
      apply: () => hide(id),
      send: () => send('delete', id),
      done: ({ message }, _client, takeBack) => {
        after?.()
        reloadDeletable(client, of, id)
        const text = message || `The ${oneOf(of)} is deleted`
        const back = () => {
          takeBack()
          const unshow = show(id)
          return () => {
            unshow()
            hide(id)
          }
        }
        if (undo) undoable(text, () => mutate(restoring(id, name, back)), name)
        else toast.success(text, name)
      },
    })
  }
  return {
    remove,
    restore: (id, { name, undo }) => {
      focusAfter(id)
      mutate(restoring(id, name, () => show(id), undo))
    },
  }
}

/** The row after the one that goes gets the focus, so that the keyboard stays in the list. */
export function focusAfter(id: string): void {
  const row = document.querySelector(`[data-row="${CSS.escape(id)}"]`)
  const next = row?.nextElementSibling ?? row?.previousElementSibling
  if (next instanceof HTMLElement)
    setTimeout(() => {
      // The page may be gone by now.
      const { activeElement, body } = next.ownerDocument
      const lost = activeElement === null || activeElement === body
      if (lost || row?.contains(activeElement)) next.focus()
    }, 60)
}
