import { useMutation, useQueryClient } from '@tanstack/react-query'
import { removeRecord } from '../../api/record-cache.ts'
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx'
import { closeDialog } from '../../ui/dialog/open-dialog.ts'
import { toast } from '../../ui/messages/messages.tsx'
import { statusWord } from '../../ui/record/status-badge.tsx'
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
      toast.success(message || `${statusWord(oneOf(of))} deleted permanently`, name)
      after()
    },
  })
  return (
    <ConfirmDialog
      title={
        <>
          Delete <bdi>{name}</bdi> permanently?
        </>
      }
      action="Delete permanently"
      danger
      pending={isPending}
      failure={error}
      onConfirm={() => mutate()}
      onClose={closeDialog}
    >
      This can’t be undone. The {oneOf(of)} and its pictures are deleted.
    </ConfirmDialog>
  )
}
