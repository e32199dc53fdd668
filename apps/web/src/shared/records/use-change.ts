import { useQueryClient } from '@tanstack/react-query'
import { recordIn } from '../../api/answers/record-in.ts'
import type { AnyRecord } from '../../api/answers/records.ts'
import { reloadLists, replaceRecord } from '../../api/record-cache.ts'
import { serializeWrites } from '../../api/serialize-writes.ts'
import { toast, undoable } from '../../ui/messages/messages.tsx'
import {
  type OptimisticMutation,
  useOptimisticMutation,
} from '../../ui/messages/use-optimistic-mutation.ts'
import { useNoteChange } from '../undo/note-change.ts'
import { cacheRecord, type RecordArea, sendFields } from './record-area.ts'

type Answer = { message: string }

export interface Change<T> {
  /** The fields that are sent, with the version that the person had before them, where the record has one. */
  sent: object
  shown: Partial<T>
  /** What is said where the server says nothing; where it can be taken back at once, in any case. */
  words: string
  /** The fields that take it back, which is offered at once; else the undo key does that by the audit log. */
  back?: object
}

/** Changes a record without its form: at once, and taken back with the server's words where it refuses. */
export function useChange<T extends AnyRecord>(
  of: RecordArea<T>,
): (record: T, change: Change<T>) => void {
  const client = useQueryClient()
  const { mutate } = useOptimisticMutation<Answer>()
  const note = useNoteChange()

  const write = (
    record: T,
    { shown, sent }: Pick<Change<T>, 'shown' | 'sent'>,
    done: (answer: Answer, told: T | null) => void,
  ): OptimisticMutation<Answer> => {
    const id = record._id
    const recordOf = (answer: Answer) => recordIn<T>(of.area, answer)
    return {
      apply: () => {
        const rollback = replaceRecord<T>(client, of.area, id, shown)
        const rollbackOthers = of.showChange?.(client, id, shown, record)
        return () => {
          rollbackOthers?.()
          rollback()
        }
      },
      send: async () => {
        try {
          return await serializeWrites(
            `${of.area}/${id}`,
            record.version ?? null,
            (version) => sendFields(of, id, version === null ? sent : { ...sent, version }),
            (answer) => recordOf(answer)?.version ?? null,
          )
        } catch (thrown) {
          setTimeout(() => void reloadLists(client, of.area))
          throw thrown
        }
      },
      done: (answer) => {
        cacheRecord(client, of, id, recordOf(answer))
        done(answer, recordOf(answer))
      },
    }
  }

  return (record, change) => {
    const { shown, words, back } = change
    const name = of.name(record)
    const done = (answer: Answer, told: T | null) => {
      if (!back) {
        toast.success(answer.message || words, name)
        note(told, { name })
        return
      }
      const before = Object.keys(shown).map((field) => [field, record[field as keyof T]])
      const previous = { shown: Object.fromEntries(before), sent: back }
      undoable(
        words,
        () => mutate(write({ ...record, ...shown, ...told }, previous, () => {})),
        name,
      )
    }
    mutate(write(record, change, done))
  }
}
