import { Button, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { forgetDraft, readDraft } from '../../api/drafts.ts'
import { reloadLists } from '../../api/record-cache.ts'
import { showFailure } from '../../ui/feedback/messages.tsx'
import { useDraft } from '../../ui/form/use-draft.ts'
import classes from './task-comments.module.css'
import { commentField, commentsOptions } from './task-comments.queries.ts'

const most = 10_000

export function CommentComposer({ task }: { task: string }) {
  const client = useQueryClient()
  const key = `/tasks/${task}/comment`
  const [text, setText] = useState(() => readDraft<string>(key) ?? '')
  useDraft(key, () => text || null)
  const { mutate, isPending } = useMutation({
    mutationFn: (text: string) => call('tasks.comment', { params: { id: task }, body: { text } }),
    onSuccess: (_answer, sent) => {
      // Text typed meanwhile stays; where the field is gone, its draft is compared instead.
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
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Textarea
        {...commentField}
        label="New comment"
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
      <Button type="submit" size="xs" loading={isPending} disabled={isEmpty}>
        Comment
      </Button>
    </form>
  )
}
