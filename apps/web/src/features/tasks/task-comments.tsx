import { ActionIcon, Button, Textarea } from '@mantine/core'
import type { TaskComment } from '@steward/contract/tasks/task-comments'
import { t } from '@steward/i18n/reader'
import { IconTrash } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isDeleted } from '../../api/answers/read.ts'
import type { Task } from '../../api/answers/records.ts'
import { forgetDraft, readDraft } from '../../api/browser/form-drafts.ts'
import { call } from '../../api/client.ts'
import { toFailure } from '../../api/failure.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { reloadLists } from '../../api/record-cache.ts'
import { FailureBox } from '../../ui/dialog/failure-box.tsx'
import { useDraft } from '../../ui/form/use-draft.ts'
import { Text } from '../../ui/format/text.tsx'
import { Time } from '../../ui/format/time.tsx'
import { showFailure, toast, undoable } from '../../ui/messages/messages.tsx'
import { useOptimisticMutation } from '../../ui/messages/use-optimistic-mutation.ts'
import { PersonLink } from '../../ui/record/person-link.tsx'
import { Block } from '../../ui/record/record-fields.tsx'
import classes from './task-comments.module.css'
import { commentField, commentsOptions, useMayComment } from './task-comments.queries.ts'

export function TaskComments({ task }: { task: Task }) {
  const id = task._id
  const has = useHasCall('tasks.comments')
  const may = useMayComment()(task)
  const query = useInfiniteQuery({ ...commentsOptions(id), enabled: has })
  if (!has) return null
  const pages = query.data?.pages ?? []
  const comments = pages.flatMap(({ rows }) => rows)
  const total = pages[0]?.pagination?.total ?? comments.length
  return (
    <Block title={total > 0 ? t('Comments ({count})', { count: total }) : t('Comments')}>
      {may && <CommentComposer key={id} task={id} />}
      {query.isPending && <p className={classes.note}>{t('Loading…')}</p>}
      {query.isError && (
        <>
          <FailureBox failure={toFailure(query.error)} />
          <Button size="xs" onClick={() => void query.refetch()}>
            {t('Retry')}
          </Button>
        </>
      )}
      {query.isSuccess && total === 0 && <p className={classes.note}>{t('No comments yet.')}</p>}
      <ul className={classes.comments}>
        {comments.map(({ id: key, record }) => (
          <Comment key={key} id={key} task={id} comment={record} deletes={!isDeleted(task)} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          size="xs"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('Show older comments')}
        </Button>
      )}
    </Block>
  )
}

function Comment(props: { id: string; task: string; comment: TaskComment; deletes: boolean }) {
  const { id, comment } = props
  const remove = useDeleteComment(props.task)
  const author = comment.author?.name ?? null
  return (
    <li>
      <div className={classes.head}>
        <PersonLink person={comment.author} />
        <Time at={comment.createdAt} />
        {props.deletes && comment.canDelete === true && (
          <ActionIcon
            variant="subtle"
            color="gray"
            ms="auto"
            aria-label={
              author === null
                ? t('Delete the comment by somebody')
                : t('Delete the comment by {author}', { author })
            }
            onClick={() => remove(id)}
          >
            <IconTrash size="1rem" aria-hidden />
          </ActionIcon>
        )}
      </div>
      <Text value={comment.text} />
    </li>
  )
}

/** Deletes a comment of a task, which can be undone for 8 seconds. */
function useDeleteComment(id: string): (commentId: string) => void {
  const client = useQueryClient()
  const { mutate } = useOptimisticMutation<{ message: string }>()
  const { queryKey } = commentsOptions(id)
  const reload = () => {
    void client.invalidateQueries({ queryKey })
    void reloadLists(client, 'tasks')
  }
  const hide = (commentId: string) => {
    const before = client.getQueryData(queryKey)
    client.setQueryData(
      queryKey,
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            rows: page.rows.filter((row) => row.id !== commentId),
            pagination: page.pagination && {
              ...page.pagination,
              total: page.pagination.total - 1,
            },
          })),
        },
    )
    return () => client.setQueryData(queryKey, before)
  }
  return (commentId) => {
    const params = { id, commentId }
    mutate({
      apply: () => hide(commentId),
      send: () => call('tasks.deleteComment', { params }),
      done: ({ message }) => {
        reload()
        undoable(message || t('Comment deleted'), () =>
          mutate({
            send: () => call('tasks.restoreComment', { params }),
            done: (answer) => {
              reload()
              toast.success(answer.message || t('Comment restored'))
            },
          }),
        )
      },
    })
  }
}

const most = 10_000

export function CommentComposer({ task }: { task: string }) {
  const client = useQueryClient()
  const key = `/tasks/${task}/comment`
  const [text, setText] = useState(() => readDraft<string>(key) ?? '')
  useDraft(key, () => text || null)
  const { mutate, isPending } = useMutation({
    mutationFn: (text: string) => call('tasks.comment', { params: { id: task }, body: { text } }),
    onSuccess: (_answer, sent) => {
      // Text typed meanwhile stays; if the field is unmounted, its draft is compared instead.
      setText((now) => (now === sent ? '' : now))
      if (readDraft<string>(key) === sent) forgetDraft(key)
      void client.invalidateQueries({ queryKey: commentsOptions(task).queryKey })
      void reloadLists(client, 'tasks')
    },
    onError: showFailure,
  })
  const isEmpty = text.trim() === ''
  const send = () => {
    if (!isEmpty && !isPending) mutate(text)
  }
  return (
    <form
      className="grid gap-8"
      style={{ justifyItems: 'end' }}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Textarea
        {...commentField}
        className="full"
        label={t('New comment')}
        dir="auto"
        rows={3}
        maxLength={most}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          send()
        }}
      />
      <Button variant="filled" type="submit" size="xs" loading={isPending} disabled={isEmpty}>
        {t('Comment', {}, 'verb: write a comment')}
      </Button>
    </form>
  )
}
