import { useQueryClient } from '@tanstack/react-query'
import { isOfDeleted, type Rollback, removeRecord } from '../../api/record-cache.ts'
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
   * @param options.undo whether the person may take it back, and the server can
   * @param options.after called once it is deleted
   */
  remove: (id: string, options: { undo: boolean; after: () => void }) => void
  restore: (id: string) => void
} {
  const client = useQueryClient()
  const send = useSendDeletion(of)
  const { mutate } = useOptimisticMutation<{ message: string }>()

  const restoring = (id: string, apply: () => Rollback): Write => ({
    apply,
    send: () => send('restore', id),
    done: ({ message }) => {
      reloadDeletable(client, of, id)
      toast.success(message || `The ${oneOf(of)} is back`)
    },
  })
  const hide = (id: string) =>
    of.hide?.(client, id) ??
    removeRecord(client, of.area, id, (query, call) => !isOfDeleted(query, call))
  const show = (id: string) =>
    of.show?.(client, id) ?? removeRecord(client, of.area, id, isOfDeleted)

  return {
    remove: (id, { undo, after }) => {
      focusAfter(id)
      mutate({
        apply: () => hide(id),
        send: () => send('delete', id),
        done: ({ message }, _client, takeBack) => {
          after()
          reloadDeletable(client, of, id)
          const text = message || `The ${oneOf(of)} is deleted`
          if (!undo) toast.success(text)
          else
            undoable(text, () =>
              mutate(
                restoring(id, () => {
                  takeBack()
                  const unshow = show(id)
                  return () => {
                    unshow()
                    hide(id)
                  }
                }),
              ),
            )
        },
      })
    },
    restore: (id) => {
      focusAfter(id)
      mutate(restoring(id, () => show(id)))
    },
  }
}

/** The row after the one that goes gets the focus, so that the keyboard stays in the list. */
export function focusAfter(id: string): void {
  const row = document.querySelector(`[data-row="${CSS.escape(id)}"]`)
  const next = row?.nextElementSibling ?? row?.previousElementSibling
  if (next instanceof HTMLElement)
    setTimeout(() => {
      const { activeElement } = document
      const lost = activeElement === null || activeElement === document.body
      if (lost || row?.contains(activeElement)) next.focus()
    }, 60)
}
