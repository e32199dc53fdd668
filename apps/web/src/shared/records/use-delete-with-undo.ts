import type { AreaName } from '@steward/contract/areas'
import type { OwnCall } from '@steward/contract/specified-calls'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { toFailure } from '../../api/failure.ts'
import { hasCall } from '../../api/missing-calls.ts'
import { type Rollback, reloadLists, removeRecord } from '../../api/record-cache.ts'
import { toast, undoable } from '../../ui/feedback/messages.tsx'
import {
  type OptimisticMutation,
  useOptimisticMutation,
} from '../../ui/feedback/use-optimistic-mutation.ts'

/** An area whose records can be deleted one by one, and brought back. */
export interface Deletable {
  area: AreaName
  /** What one record is called, in lower case. */
  one: string
  remove: (id: string) => Promise<{ message: string }>
  restore: (id: string) => Promise<{ message: string }>
  /** The call that restores, where it is ours, so that a server may lack it: then there is no Undo. */
  restoreCall?: OwnCall
  /** What a deletion shows at once; unless given, the record leaves every list. */
  hide?: (client: QueryClient, id: string) => Rollback
  /** What a restore shows at once, where the deleted record is still on the screen. */
  show?: (client: QueryClient, id: string) => Rollback
  /** Called after either, for what counts records beside the lists. */
  changed?: (client: QueryClient) => void
}

/**
 * Deletes and restores records of an area at once. A deletion can be undone for 8 seconds, where the
 * server can restore; what it refuses is put back, with its words.
 */
export function useDeleteWithUndo(of: Deletable): {
  remove: (id: string) => void
  restore: (id: string) => void
} {
  const client = useQueryClient()
  const { mutate } = useOptimisticMutation<{ message: string }>()

  const settle = () => {
    void reloadLists(client, of.area)
    of.changed?.(client)
  }
  // Somebody else may just have deleted or restored it: then the lists are what is out of date.
  const sent = async (call: Promise<{ message: string }>) => {
    try {
      return await call
    } catch (thrown) {
      if (toFailure(thrown).status === 404) setTimeout(settle)
      throw thrown
    }
  }
  const restoring = (
    id: string,
    apply: () => Rollback,
  ): OptimisticMutation<{ message: string }> => ({
    apply,
    send: () => sent(of.restore(id)),
    done: ({ message }) => {
      settle()
      toast.success(message || `The ${of.one} is back`)
    },
  })
  const hide = (id: string) => of.hide?.(client, id) ?? removeRecord(client, of.area, id)

  return {
    remove: (id) => {
      focusAfter(id)
      mutate({
        apply: () => hide(id),
        send: () => sent(of.remove(id)),
        done: ({ message }, _client, takeBack) => {
          settle()
          const text = message || `The ${of.one} is deleted`
          if (of.restoreCall && !hasCall(of.restoreCall)) toast.success(text)
          else
            undoable(text, () =>
              mutate(
                restoring(id, () => {
                  takeBack()
                  return () => hide(id)
                }),
              ),
            )
        },
      })
    },
    restore: (id) => mutate(restoring(id, () => of.show?.(client, id) ?? (() => {}))),
  }
}

/** The row after the one that goes gets the focus, so that the keyboard stays in the list. */
function focusAfter(id: string): void {
  const row = document.querySelector(`[data-row="${CSS.escape(id)}"]`)
  const next = row?.nextElementSibling ?? row?.previousElementSibling
  if (next instanceof HTMLElement)
    setTimeout(() => {
      const { activeElement } = document
      const lost = activeElement === null || activeElement === document.body
      if (lost || row?.contains(activeElement)) next.focus()
    }, 60)
}
