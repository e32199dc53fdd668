import type { BodySent, DataOf } from '@steward/contract/calls/endpoints'
import { t } from '@steward/i18n/reader'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { fileUrl } from '../../api/config.ts'
import { exportLanguage } from '../../api/language/language.ts'
import { ownZone } from '../../ui/format/zoned-time.ts'
import { showFailure, toast } from '../../ui/messages/messages.tsx'

type ExportAsked = Omit<BodySent<'exports.create'>, 'timeZone' | 'language' | 'bom'>

/** Starts exports. The browser downloads the file from a one-time address, with its own progress. */
export function useExport(): { start: (asked: ExportAsked) => void; pending: boolean } {
  const { mutate, isPending } = useMutation({
    mutationFn: (asked: ExportAsked) =>
      call('exports.create', {
        // It counts the rows, which may be a million.
        mayTakeLong: true,
        body: { ...asked, timeZone: ownZone(), language: exportLanguage() },
      }),
    onSuccess: ({ data }) => startDownload(data),
    onError: showFailure,
  })
  return { start: (asked) => !isPending && mutate(asked), pending: isPending }
}

/** Has the browser download the file of an export. */
export function startDownload({ url, fileName, total }: DataOf<'exports.create'>): void {
  const link = document.createElement('a')
  link.href = fileUrl(url)
  link.download = fileName
  link.click()
  toast.success(
    t(
      '{file} with {count, plural, one {# row} other {# rows}}: your browser downloads it and shows how far it is.',
      { file: fileName, count: total },
    ),
  )
}
