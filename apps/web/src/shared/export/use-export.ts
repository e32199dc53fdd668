import type { BodySent } from '@steward/contract/calls/endpoints'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { fileUrl } from '../../api/config.ts'
import { counted } from '../../ui/format/locale.ts'
import { showFailure, toast } from '../../ui/messages/messages.tsx'

type ExportAsked = Omit<BodySent<'exports.create'>, 'timeZone' | 'bom'>

/** Starts exports. The browser downloads the file from a one-time address, with its own progress. */
export function useExport(): { start: (asked: ExportAsked) => void; pending: boolean } {
  const { mutate, isPending } = useMutation({
    mutationFn: (asked: ExportAsked) =>
      call('exports.create', {
        // It counts the rows, which may be a million.
        mayTakeLong: true,
        body: { ...asked, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone },
      }),
    onSuccess: ({ data }) => {
      const link = document.createElement('a')
      link.href = fileUrl(data.url)
      link.download = data.fileName
      link.click()
      toast.success(
        `${data.fileName} with ${counted(data.total, 'row', 'rows')}: your browser downloads it and shows how far it is.`,
      )
    },
    onError: showFailure,
  })
  return { start: (asked) => !isPending && mutate(asked), pending: isPending }
}
