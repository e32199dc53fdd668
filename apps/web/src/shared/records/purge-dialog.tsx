import { capitalize } from '@steward/contract/values/capitalize'
import { t } from '@steward/i18n/reader'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { removeRecord } from '../../api/record-cache.ts'
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx'
import { closeDialog } from '../../ui/dialog/open-dialog.ts'
import { rich } from '../../ui/format/rich.tsx'
import { toast } from '../../ui/messages/messages.tsx'
import { oneOf, type RecordArea, reloadArea, useSendDeletion } from './record-area.ts'
import { focusAfter } from './use-delete-with-undo.ts'

/** Asks before a record is deleted for good, and shows the server's refusal. */
export function PurgeDialog(props: {
  of: RecordArea<never>
  id: string
  name: string
  after: () => void
}) {
  const { of, id, name, after } = props
  const client = useQueryClient()
  const send = useSendDeletion(of)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => send('purge', id),
    onSuccess: ({ message }) => {
      closeDialog()
      focusAfter(id)
      removeRecord(client, of.area, id)
      reloadArea(client, of, id)
      // i18n: {one} is a singular noun such as “Bill”
      toast.success(message || t('{one} deleted permanently', { one: capitalize(oneOf(of)) }), name)
      after()
    },
  })
  return (
    <ConfirmDialog
      title={rich('Delete {name} permanently?', { name: <bdi>{name}</bdi> })}
      action={t('Delete permanently')}
      danger
      pending={isPending}
      failure={error}
      onConfirm={() => mutate()}
      onClose={closeDialog}
    >
      {/* i18n: {one} is a singular noun such as “bill” */}
      {t('This can’t be undone. The {one} and its pictures are deleted.', { one: oneOf(of) })}
    </ConfirmDialog>
  )
}
