import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { isDeleted } from '../../api/answers/read.ts'
import type { Post } from '../../api/answers/records.ts'
import { call } from '../../api/client.ts'
import { type Rollback, reloadLists, removeRecord, replaceRecord } from '../../api/record-cache.ts'
import { said } from '../../api/said.ts'
import { focusAfter } from '../../shared/records/use-delete-with-undo.ts'
import { showFailure, toast, undoable } from '../../ui/messages/messages.tsx'
import { useOptimisticMutation } from '../../ui/messages/use-optimistic-mutation.ts'

export interface Decision {
  does: 'keep' | 'delete'
  /** As the person has seen them. */
  posts: readonly Post[]
  deactivateAuthors?: boolean
  reason?: string | null
  message?: string | null
}

/** @param mind whether to leave out posts that somebody else has decided about meanwhile */
const send = ({ does, posts, ...rest }: Decision, mind: boolean) =>
  call('posts.decide', {
    body: {
      does,
      posts: posts.map((post) => ({
        _id: post._id,
        ...(typeof post.reportCount === 'number' && { reportCount: post.reportCount }),
        ...(mind && { deleted: isDeleted(post) }),
        // Undefined where the server doesn't send it.
        ...(mind &&
          post.reportsHandledAt !== undefined && { reportsHandledAt: post.reportsHandledAt }),
      })),
      ...rest,
    },
  })

type Answer = Awaited<ReturnType<typeof send>>

/** Keeps a post: its reports are handled at once, and open again where the server refuses. */
export function useKeep(): (post: Post, name: string) => void {
  const client = useQueryClient()
  const { mutate } = useOptimisticMutation<Answer>()
  return (post, name) => {
    focusAfter(post._id)
    mutate({
      apply: () => showKept(client, post._id),
      send: () => send({ does: 'keep', posts: [post] }, false),
      done: (answer) => showDecided(client, answer, name),
    })
  }
}

/** Makes a decision with its consequences; errors are left to the caller. */
export function useDecide(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ decision }: { decision: Decision; name: string }) => send(decision, true),
    // Shows the decision of somebody else, which may be why this one was refused.
    onError: () => reloadDecided(client),
    onSuccess: (answer, { decision, name }) => {
      onDone()
      const left = new Set(answer.data.left.map(({ _id }) => _id))
      const decided = decision.posts.map(({ _id }) => _id).filter((id) => !left.has(id))
      focusAfter(...decided)
      for (const id of decided) {
        if (decision.does === 'keep') showKept(client, id)
        else hide(client, id)
      }
      showDecided(client, answer, name)
    },
  })
}

/** A kept post leaves the lists of what is reported. */
function showKept(client: QueryClient, id: string): Rollback {
  const kept: Partial<Post> = {
    openReportCount: 0,
    reportsHandledAt: new Date().toISOString(),
  }
  const asksReports = (query: object) => 'openReportCount.min' in query
  return removeRecord<Post>(client, 'posts', id, asksReports, kept)
}

const hide = (client: QueryClient, id: string): Rollback =>
  removeRecord<Post>(client, 'posts', id, ({ deleted }) => deleted === undefined, {
    deletedAt: new Date().toISOString(),
  })

function showDecided(client: QueryClient, { message, data }: Answer, name: string): void {
  for (const post of data.posts) replaceRecord<Post>(client, 'posts', post._id, post)
  reloadDecided(client)
  const left = data.left.length
  const { batch } = data
  if (typeof batch === 'string') undoable(message, () => undo(client, batch, name), name)
  else if (left > 0) toast.error(message, name)
  else toast.success(message, name)
}

async function undo(client: QueryClient, batch: string, name: string): Promise<void> {
  try {
    const { message, data } = await call('posts.undoDecision', { params: { id: batch } })
    for (const each of data.left) toast.error(said(each.message, each))
    toast.success(message, name)
  } catch (thrown) {
    showFailure(thrown)
  } finally {
    reloadDecided(client)
  }
}

function reloadDecided(client: QueryClient): void {
  void reloadLists(client, 'posts')
  void reloadLists(client, 'users')
  void client.invalidateQueries({ queryKey: ['users.details'] })
}
