import { Autocomplete, Checkbox, Radio, Textarea } from '@mantine/core'
import '@mantine/core/styles/ScrollArea.css'
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/Radio.css'
import { maxMessageLength, maxReasonLength } from '@steward/contract/posts/posts.routes'
import { useState } from 'react'
import type { Post } from '../../api/answers/records.ts'
import { readDraft } from '../../api/browser/form-drafts.ts'
import { useMayDeactivate } from '../../shared/people/deactivate-person.ts'
import { FormDialog } from '../../ui/dialog/dialog.tsx'
import { closeDialog } from '../../ui/dialog/open-dialog.ts'
import { useDraft } from '../../ui/form/use-draft.ts'
import { counted } from '../../ui/format/locale.ts'
import { useDecide } from './decisions.ts'

const reasons = {
  delete: [
    'Spam or advertising',
    'Harassment',
    'Hate speech',
    'Violence or threats',
    'Sexual content',
    'False information',
    'Illegal offer',
    'Private data of others',
  ],
  keep: ['Within the rules', 'Reported by mistake', 'Reported to harm the author', 'Settled'],
} as const

interface Given {
  does: 'keep' | 'delete'
  deactivates: boolean
  reason: string
  message: string
}

/**
 * One decision on posts and authors, with a message. Typed text is kept until sent or cancelled.
 */
export function DecisionDialog(props: {
  posts: readonly Post[]
  name: string
  isDeleted: boolean
  after?: () => void
}) {
  const { posts, name, isDeleted, after } = props
  const draftKey = `decision/${posts.map(({ _id }) => _id).join()}`
  const [left] = useState(() => readDraft<Given>(draftKey))
  const [does, setDoes] = useState((!isDeleted && left?.does) || 'delete')
  const [deactivates, setDeactivates] = useState(left?.deactivates ?? false)
  const [reason, setReason] = useState(left?.reason ?? '')
  const [message, setMessage] = useState(left?.message ?? '')
  const isTyped = reason.trim() !== '' || message.trim() !== ''
  const given: Given = { does, deactivates, reason, message }
  const draft = useDraft(draftKey, () => (isTyped ? given : null))
  const mayDeactivate = useMayDeactivate()
  const { mutate, isPending, error } = useDecide(() => {
    draft.discard()
    closeDialog()
    after?.()
  })
  const authors = new Map(
    posts.flatMap(({ author }) => (author?._id ? [[author._id, author.name]] : [])),
  )
  const [only] = authors.size === 1 ? authors.values() : []
  const whom =
    only ?? (authors.size === 1 ? 'the author' : counted(authors.size, 'author', 'authors'))
  const submit = () => {
    if (isPending) return
    mutate({
      name,
      decision: {
        does,
        posts,
        deactivateAuthors: deactivates,
        reason: reason.trim() || null,
        message: message.trim() || null,
      },
    })
  }
  const what = posts.length === 1 ? 'post' : counted(posts.length, 'post', 'posts')
  return (
    <FormDialog
      title={
        <>
          Decide: <bdi>{name}</bdi>
        </>
      }
      action={isDeleted ? 'Save' : does === 'delete' ? `Delete ${what}` : `Keep ${what}`}
      danger={does === 'delete' && !isDeleted}
      pending={isPending}
      failure={error}
      onSubmit={submit}
      onCancel={draft.discard}
      onClose={closeDialog}
    >
      {isDeleted ? null : (
        <Radio.Group
          label="Decision"
          value={does}
          onChange={(value) => setDoes(value as typeof does)}
        >
          <div className="flex wrap mt-8" style={{ gap: '8px 24px' }}>
            <Radio value="delete" label="Delete" data-autofocus />
            <Radio value="keep" label="Keep, and mark reports as handled" />
          </div>
        </Radio.Group>
      )}
      {mayDeactivate && authors.size > 0 && (
        <Checkbox
          label={
            <>
              Deactivate <bdi>{whom}</bdi>
            </>
          }
          checked={deactivates}
          onChange={(event) => setDeactivates(event.currentTarget.checked)}
          {...(isDeleted && { 'data-autofocus': true })}
        />
      )}
      <Autocomplete
        label="Reason"
        description="Optional. For the audit log; authors don’t see it."
        data={[...reasons[does]]}
        value={reason}
        onChange={setReason}
        maxLength={maxReasonLength}
      />
      {authors.size > 0 && (
        <Textarea
          label={authors.size === 1 ? 'Message to the author' : 'Message to the authors'}
          description="Optional. Sent by e-mail, where there is an address. Can’t be undone."
          rows={3}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
          maxLength={maxMessageLength}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
          }}
        />
      )}
    </FormDialog>
  )
}
