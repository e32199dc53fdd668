import { t } from '@steward/i18n/reader'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Dialog, FormDialog } from '../../ui/dialog/dialog.tsx'
import { FailureLines } from '../../ui/dialog/failure-lines.tsx'
import { closeDialog } from '../../ui/dialog/open-dialog.ts'
import { rich } from '../../ui/format/rich.tsx'
import { type Extent, extentOptions, type Selected, undoOnServer } from './undo-on-server.ts'
import { UndoneReport } from './undone-report.tsx'

/**
 * Asks before several changes are undone, then reports the result.
 * @param props.selected null while unknown; `unselected` is then shown
 * @param props.children fields that select the changes
 */
export function UndoSeveral(props: {
  title: ReactNode
  selected: Selected | null
  unselected?: string
  children?: ReactNode
}) {
  const { title, selected, children } = props
  const client = useQueryClient()
  const { data, error } = useQuery({
    ...extentOptions(selected ?? { id: '' }),
    enabled: selected !== null,
  })
  const undo = useMutation({ mutationFn: (chosen: Selected) => undoOnServer(client, chosen) })
  const extent = selected ? data : undefined
  if (undo.data)
    return (
      <Dialog title={title} onClose={closeDialog} size="lg">
        <UndoneReport {...undo.data} />
      </Dialog>
    )
  return (
    <FormDialog
      // i18n: {what} is what is asked, such as “Undo all of one import”
      title={children ? title : rich('{what}?', { what: title })}
      action={
        extent && extent.entries > 0
          ? t('Undo {count, plural, one {# change} other {# changes}}', {
              count: sizeOf(extent),
            })
          : t('Undo')
      }
      {...(!children && { focus: 'cancel' })}
      // The chosen values may select no entry.
      disabled={children !== undefined && !extent?.entries}
      pending={undo.isPending}
      failure={undo.error}
      onSubmit={() => selected && undo.mutate(selected)}
      onClose={closeDialog}
    >
      {children}
      <div>
        <p role="status">
          {selected === null
            ? props.unselected
            : extent
              ? extentWords(extent)
              : error
                ? t('The number of changes couldn’t be loaded.')
                : t('Counting…')}
        </p>
        {error && selected && <FailureLines error={error} />}
        {selected && extent?.entries !== 0 && (
          <p>
            {t(
              'Anything changed since then is left unchanged and listed afterwards with the reason. You can undo this undo, too.',
            )}
          </p>
        )}
      </div>
    </FormDialog>
  )
}

/** How large an undo is; more records than entries, as one entry may be of several new records. */
const sizeOf = ({ entries, records }: Extent): number => Math.max(entries, records ?? 0)

function extentWords(extent: Extent): string {
  const { entries, records } = extent
  if (entries === 0) return t('There is nothing to undo.')
  const count = sizeOf(extent)
  if (records === null)
    return t('This undoes {count, plural, one {# change} other {# changes}}.', { count })
  return t(
    'This undoes {count, plural, one {# change} other {# changes}} to {records, plural, one {# record} other {# records}}.',
    { count, records },
  )
}
