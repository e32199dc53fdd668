import type { AreaName } from '@steward/contract/areas/areas'
import type { QueryClient } from '@tanstack/react-query'
import { inTurn } from '../../api/in-turn.ts'
import { type DeepPartial, numberOf, textOf } from '../../api/read.ts'
import { type Rollback, reloadLists, replaceRecord } from '../../api/record-cache.ts'
import { recordIn } from '../../api/record-in.ts'
import { toast } from '../../ui/feedback/messages.tsx'
import { useOptimisticMutation } from '../../ui/feedback/use-optimistic-mutation.ts'
import { useNoteChange } from '../undo/note-change.ts'

/** One change of a record, such as of its state. */
interface Change<T> {
  /** What shows at once. */
  shown: Partial<DeepPartial<T>>
  /** @param version the one that the person had before them, where the record has one */
  send: (id: string, version: { version?: number }) => Promise<{ message: string }>
  /** What is said where the server says nothing. */
  words: string
}

/**
 * Changes a record without its form: at once, and taken back with the server's words where it refuses.
 * The undo key takes it back, too.
 * @param of.named what the record is called in an answer, such as `event`
 * @param of.also shows it where the area's records stand besides, and returns what takes that back
 * @param of.changed called once it is changed, such as to have sums counted anew
 */
export function useChange<T extends object>(of: {
  area: AreaName
  named: string
  also?: (client: QueryClient, id: string, shown: Partial<DeepPartial<T>>) => Rollback
  changed?: (client: QueryClient) => void
}): (record: DeepPartial<T>, name: string, change: Change<T>) => void {
  const { mutate } = useOptimisticMutation<{ message: string }>()
  const note = useNoteChange()
  return (record, name, { shown, send, words }) => {
    const { _id, version: had } = record as { _id?: unknown; version?: unknown }
    const id = textOf(_id)
    if (id === null) return
    const version = numberOf(had)
    mutate({
      apply: (client) => {
        const takeBack = replaceRecord<T>(client, of.area, id, shown)
        const takeBackAlso = of.also?.(client, id, shown)
        return () => {
          takeBack()
          takeBackAlso?.()
        }
      },
      send: () =>
        inTurn(
          `${of.area}/${id}`,
          version,
          (version) => send(id, version === null ? {} : { version }),
          (answer) =>
            numberOf((recordIn<T>(answer, of.named) as { version?: unknown } | null)?.version),
        ),
      done: (answer, client) => {
        const told = recordIn<T>(answer, of.named)
        if (told) replaceRecord<T>(client, of.area, id, told)
        void reloadLists(client, of.area)
        of.changed?.(client)
        toast.success(answer.message || words, name)
        note(told as { _id?: unknown; updatedAt?: unknown } | null, { name })
      },
    })
  }
}
