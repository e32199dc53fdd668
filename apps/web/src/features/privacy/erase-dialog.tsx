import { Radio, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import type { ContentChoice } from '@steward/contract/privacy/places'
import type { UserType } from '@steward/contract/users/users'
import { maxReason } from '@steward/contract/values/max-reason'

import { t } from '@steward/i18n/reader'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { watchJob } from '../../api/browser/watched-jobs.ts'
import { call } from '../../api/client.ts'
import { said } from '../../api/said.ts'
import type { userTypes } from '../../shared/people/user-types.ts'
import { FormDialog } from '../../ui/dialog/dialog.tsx'
import { closeDialog } from '../../ui/dialog/open-dialog.ts'
import { fieldErrors } from '../../ui/form/field-errors.ts'
import { toast } from '../../ui/messages/messages.tsx'
import { Note } from '../../ui/page/note.tsx'
import { SectionState } from '../../ui/page/section.tsx'
import { PreviewTable } from './preview-table.tsx'
import { erasurePreview } from './privacy.queries.ts'

/** Erases a person: what goes, whether what they wrote stays, why, and their name to confirm. */
export function EraseDialog(props: {
  id: string
  name: string
  /** Where the person stood, which is shown once they are gone. */
  list: (typeof userTypes)[UserType]['path']
}) {
  const { id } = props
  const { data: preview, error: notLoaded, refetch } = useQuery(erasurePreview(id))
  const { name = props.name, obstacle = null } = preview ?? {}
  const navigate = useNavigate()
  const [content, setContent] = useState<ContentChoice>('keep')
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call('privacy.erase', { params: { id }, body: { content, reason, name: typed } }),
    onSuccess: ({ data, message }) => {
      closeDialog()
      watchJob(data._id)
      toast.success(message)
      void navigate({ to: props.list })
    },
  })
  const { fields, rest } = fieldErrors(error, ['reason', 'name'])
  const isNamed = typed.trim() === name.trim()
  return (
    <FormDialog
      title={t('Erase {name}', { name })}
      action={t('Erase')}
      danger
      pending={isPending}
      disabled={!preview || obstacle !== null}
      failure={error}
      lines={rest}
      onClose={closeDialog}
      onSubmit={() => {
        setTried(true)
        if (isNamed && reason.trim() !== '') mutate()
      }}
    >
      {/* One dialog for all of it, so that the focus goes back to what opened it. */}
      {!preview && <SectionState error={notLoaded} onRetry={() => void refetch()} />}
      {obstacle && <Note role="status">{said(obstacle.message, obstacle)}</Note>}
      {preview && !obstacle && (
        <>
          <p>
            {t('The person’s name and addresses are removed everywhere. This can’t be undone.')}
          </p>
          <PreviewTable preview={preview} content={content} />
          <Radio.Group
            label={t('What this person wrote')}
            value={content}
            onChange={(value) => setContent(value as ContentChoice)}
          >
            <div className="grid gap-8 mt-8">
              <Radio
                value="keep"
                label={t('Stays, under “Erased person”')}
                data-autofocus={content === 'keep' || undefined}
              />
              <Radio
                value="delete"
                label={t('Goes: posts, shopping posts, comments and pictures')}
              />
            </div>
          </Radio.Group>
          <TextInput
            label={t('Reason')}
            required
            description={t('Stands in the audit log')}
            maxLength={maxReason}
            value={reason}
            error={tried && reason.trim() === '' ? t('Say why') : fields['reason']}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <TextInput
            label={t('Type the name to confirm: {name}', { name })}
            required
            autoComplete="off"
            value={typed}
            error={
              tried && !isNamed ? t('Type the name exactly as it is written above') : fields['name']
            }
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  )
}
