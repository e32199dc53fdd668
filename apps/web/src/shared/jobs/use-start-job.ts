import type { BulkArea } from '@steward/contract/areas/areas'
import type { BodySent } from '@steward/contract/calls/endpoints'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { watchJob } from '../../api/browser/watched-jobs.ts'
import { call } from '../../api/client.ts'
import type { SentQuery } from '../../api/listing.ts'
import { closeDialog } from '../../ui/dialog/open-dialog.ts'
import type { Chosen } from '../../ui/list/selection/use-selection.ts'
import { showFailure } from '../../ui/messages/messages.tsx'
import { useNoteJob } from '../undo/note-change.ts'

export type JobStart = Pick<BodySent<'jobs.create'>, 'action' | 'patch'>

/** Starts a job that is watched and can be undone, and closes the dialog; `narrow` is added where all is chosen. */
export function useStartJob<T>(
  area: BulkArea,
  chosen: Chosen<T>,
  narrow?: SentQuery,
): { start: (what: JobStart) => void; busy: boolean } {
  const note = useNoteJob()
  // A ref, as a second press may come before the render in which `isPending` is true.
  const sending = useRef(false)
  const { mutate, isPending } = useMutation({
    mutationFn: (what: JobStart) => {
      const { all } = chosen
      const which = all
        ? {
            all: { query: { ...all.query, ...narrow } },
            ...(all.except.length > 0 && { except: [...all.except] }),
          }
        : { ids: [...chosen.rows.keys()] }
      return call('jobs.create', { body: { area, ...what, ...which } })
    },
    onSuccess: ({ data }) => {
      closeDialog()
      chosen.clear()
      watchJob(data._id)
      note(data._id)
    },
    onError: showFailure,
    onSettled: () => {
      sending.current = false
    },
  })
  const start = (what: JobStart) => {
    if (sending.current) return
    sending.current = true
    mutate(what)
  }
  return { start, busy: isPending }
}
