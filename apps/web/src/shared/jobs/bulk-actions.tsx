import { areas, type BulkAction, type BulkArea } from '@steward/contract/areas/areas'
import type { Permission } from '@steward/contract/permissions/permissions'
import { jobActions } from '@steward/contract/records/jobs.routes'
import { IconTag } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/feedback/dialog.tsx'
import { counted } from '../../ui/format/locale.ts'
import { BulkButton, BulkMenu, bulkButtons } from '../../ui/list/selection/bulk-button.tsx'
import type { Chosen } from '../../ui/list/selection/use-selection.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { statusWord } from '../../ui/record/status-badge.tsx'
import { useUndo } from '../undo/undo-needs.ts'
import { useStartJob } from './use-start-job.ts'

/** The action that was asked for; `status` is the new status. */
interface Asked {
  action: Exclude<BulkAction, 'feed' | 'role'>
  status?: string
}

/** The actions by whether the list shows records that are not deleted, deleted ones, or both. */
const actionsOf = {
  live: ['status', 'keep', 'delete'],
  both: ['status', 'restore', 'keep', 'delete'],
  deleted: ['restore', 'purge'],
} as const satisfies Record<string, readonly Asked['action'][]>

const verbs = {
  delete: 'Delete',
  keep: 'Keep',
  restore: 'Restore',
  purge: 'Delete',
  status: 'Change',
} as const

/** What each action leads to; `canUndo` is whether the audit log lets the person undo it. */
const consequences = (canUndo: boolean): Record<Asked['action'], string> => ({
  delete:
    'They leave the list and can be restored. You can pause or cancel this while it runs, and undo it afterwards.',
  keep: 'Their reports are handled. Those without open reports stay as they are.',
  restore: 'They return to the list unchanged.',
  purge: 'This can’t be undone. Their pictures are deleted too.',
  status: `${canUndo ? 'You can undo this afterwards.' : 'This can’t be undone in one step.'} Records that already have this status don’t change.`,
})

/** Actions on all chosen records of an area, run by the server as a job. */
export function BulkActions<T>(props: {
  area: BulkArea
  chosen: Chosen<T>
  shown: keyof typeof actionsOf
}) {
  const { area, chosen } = props
  const { one, many, statuses } = areas[area]
  const can = useCan()
  const canUndo = useUndo()
  const [opened, setOpened] = useState(false)
  // The last action is kept while its dialog fades out.
  const [{ action, status }, setAsked] = useState<Asked>({ action: 'delete' })
  const needs: Partial<Record<string, readonly Permission[]>> = jobActions[area]
  const offered = actionsOf[props.shown].filter((each) => needs[each]?.some(can))
  const { start, busy } = useStartJob(area, chosen, { onStarted: () => setOpened(false) })
  const ask = (asked: Asked) => {
    setAsked(asked)
    setOpened(true)
  }
  const what = `${verbs[action]} ${counted(chosen.size, one, many)}`
  const isPurge = action === 'purge'
  const to = status === undefined ? '' : ` to ${statusWord(status).toLowerCase()}`
  const question = `${what}${isPurge ? ' permanently' : to}`
  return (
    <>
      {offered.map((each) =>
        each === 'status' ? (
          <BulkMenu
            key={each}
            label="Set status"
            icon={IconTag}
            choices={statuses.map((value) => ({ value, label: statusWord(value) }))}
            onChoose={(chosenStatus) => ask({ action: each, status: chosenStatus })}
          />
        ) : (
          <BulkButton key={each} {...bulkButtons[each]} onClick={() => ask({ action: each })} />
        ),
      )}
      <ConfirmDialog
        opened={opened}
        title={`${question}?`}
        action={isPurge ? question : what}
        danger={isPurge || action === 'delete'}
        focus={isPurge ? 'cancel' : 'action'}
        pending={busy}
        failure={null}
        onConfirm={() => start({ action, ...(status !== undefined && { patch: { status } }) })}
        onClose={() => setOpened(false)}
      >
        {consequences(canUndo)[action]}
      </ConfirmDialog>
    </>
  )
}
