import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toFailure } from '../../api/failure.ts'
import { ConfirmDialog, Dialog } from '../../ui/feedback/dialog.tsx'
import { ExtentWords, undoButton } from './extent-words.tsx'
import { extentOptions, takeBack } from './take-back.ts'
import { dropUndo } from './undo.store.ts'
import { UndoneReport } from './undone-report.tsx'

/** Asks whether all of a batch shall be taken back, and with how many; then says what came of it. */
export function BatchDialog({ batch, words }: { batch: string; words: string }) {
  const client = useQueryClient()
  const extent = useQuery(extentOptions({ batch }))
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: () => takeBack(client, { id: batch }),
  })
  const title = `Undo all of ${words}`
  if (data)
    return (
      <Dialog title={title} onClose={dropUndo} size="lg">
        <UndoneReport {...data} />
      </Dialog>
    )
  return (
    <ConfirmDialog
      title={`${title}?`}
      action={undoButton(extent.data)}
      pending={isPending}
      failure={error && toFailure(error)}
      onConfirm={() => mutate()}
      onClose={dropUndo}
    >
      <ExtentWords query={extent} />
    </ConfirmDialog>
  )
}
