import { Autocomplete, Checkbox, Radio, Textarea } from '@mantine/core'
import { msg, t } from '@steward/i18n/reader'
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
import { rich } from '../../ui/format/rich.tsx'
import { useDecide } from './decisions.ts'

/** Why posts are deleted or kept, to choose from. */
const reasons = {
  delete: [
    msg('Spam or advertising'),
    msg('Harassment'),
    msg('Hate speech'),
    msg('Violence or threats'),
    msg('Sexual content'),
    msg('False information'),
    msg('Illegal offer'),
    msg('Private data of others'),
  ],
  keep: [
    msg('Within the rules'),
    msg('Reported by mistake'),
    msg('Reported to harm the author'),
    // i18n: what was reported has been settled
    msg('Settled'),
  ],
}

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
  const count = posts.length
  const action =
    does === 'delete'
      ? t('{count, plural, =1 {Delete post} other {Delete # posts}}', { count })
      : t('{count, plural, =1 {Keep post} other {Keep # posts}}', { count })
  return (
    <FormDialog
      // i18n: {posts} is what is decided about, such as “Post by Ada” or “3 posts”
      title={rich('Decide: {posts}', { posts: <bdi>{name}</bdi> })}
      action={isDeleted ? t('Save') : action}
      danger={does === 'delete' && !isDeleted}
      pending={isPending}
      failure={error}
      onSubmit={submit}
      onCancel={draft.discard}
      onClose={closeDialog}
    >
      {isDeleted ? null : (
        <Radio.Group
          label={t('Decision')}
          value={does}
          onChange={(value) => setDoes(value as typeof does)}
        >
          <div className="flex wrap mt-8" style={{ gap: '8px 24px' }}>
            <Radio value="delete" label={t('Delete')} data-autofocus />
            <Radio value="keep" label={t('Keep, and mark reports as handled')} />
          </div>
        </Radio.Group>
      )}
      {mayDeactivate && authors.size > 0 && (
        <Checkbox
          label={
            typeof only === 'string'
              ? rich('Deactivate {author}', { author: <bdi>{only}</bdi> })
              : t('{count, plural, =1 {Deactivate the author} other {Deactivate # authors}}', {
                  count: authors.size,
                })
          }
          checked={deactivates}
          onChange={(event) => setDeactivates(event.currentTarget.checked)}
          {...(isDeleted && { 'data-autofocus': true })}
        />
      )}
      <Autocomplete
        label={t('Reason')}
        description={t('Optional. For the audit log; authors don’t see it.')}
        data={reasons[does].map((each) => t(each))}
        value={reason}
        onChange={setReason}
        maxLength={maxReasonLength}
      />
      {authors.size > 0 && (
        <Textarea
          label={authors.size === 1 ? t('Message to the author') : t('Message to the authors')}
          description={t('Optional. Sent by e-mail, where there is an address. Can’t be undone.')}
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
