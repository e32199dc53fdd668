import type { BodySent } from '@steward/contract/calls/endpoints'
import type { Task } from '@steward/contract/tasks/tasks'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { inTurn } from '../../api/in-turn.ts'
import { type DeepPartial, numberOf, textOf } from '../../api/read.ts'
import { reloadLists } from '../../api/record-cache.ts'
import { recordIn } from '../../api/record-in.ts'
import { undoable } from '../../ui/feedback/messages.tsx'
import {
  type OptimisticMutation,
  useOptimisticMutation,
} from '../../ui/feedback/use-optimistic-mutation.ts'
import { keepTask, showTask } from './tasks.queries.ts'

/** One change of a task, and the one that takes it back. */
export interface TaskChange {
  /** What is sent. */
  sent: Omit<BodySent<'tasks.update'>, 'version'>
  /** What shows at once; nothing before the answer where it is left out. */
  shown?: DeepPartial<Task>
  /** What is sent to take it back. */
  back: Omit<BodySent<'tasks.update'>, 'version'>
  /** What is said once it is done. */
  words: string
}

type Answer = { message: string }

/** Changes tasks at once, with Undo; what the server refuses is put back, with its words. */
export function useChangeTask(): (task: DeepPartial<Task>, change: TaskChange) => void {
  const client = useQueryClient()
  const { mutate } = useOptimisticMutation<Answer>()
  const writing = (
    task: DeepPartial<Task>,
    { sent, shown }: Pick<TaskChange, 'sent' | 'shown'>,
    told: (now: DeepPartial<Task>) => void,
  ): OptimisticMutation<Answer> => {
    const id = textOf(task._id) ?? ''
    const version = numberOf(task.version)
    return {
      apply: () => shown && showTask(client, id, task, shown),
      send: async () => {
        try {
          return await inTurn(
            `tasks/${id}`,
            version,
            (version) =>
              call('tasks.update', {
                params: { id },
                body: { ...sent, ...(version !== null && { version }) },
              }),
            (answer) => numberOf(recordIn<Task>(answer, 'task')?.version),
          )
        } catch (thrown) {
          // Somebody else may have changed or deleted it: it is the lists that are out of date.
          setTimeout(() => void reloadLists(client, 'tasks'))
          throw thrown
        }
      },
      done: (answer) => {
        const now = recordIn<Task>(answer, 'task') ?? {}
        keepTask(client, id, now)
        told({ ...task, ...shown, ...now })
      },
    }
  }
  return (task, change) => {
    const { back, shown, words } = change
    const was = Object.fromEntries(
      Object.keys(shown ?? {}).map((field) => [field, task[field as keyof Task]]),
    ) as DeepPartial<Task>
    mutate(
      writing(task, change, (now) =>
        undoable(
          words,
          () => mutate(writing(now, { sent: back, ...(shown && { shown: was }) }, () => {})),
          textOf(task.title) ?? undefined,
        ),
      ),
    )
  }
}
