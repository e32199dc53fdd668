import { areas, type BulkArea } from '@steward/contract/areas/areas'
import { jobActions } from '@steward/contract/jobs/jobs.routes'
import type { Permission } from '@steward/contract/permissions/permissions'
import { IconTag } from '@tabler/icons-react'
import { openDialog } from '../../ui/dialog/open-dialog.ts'
import { counted } from '../../ui/format/locale.ts'
import { BulkButton, BulkMenu, bulkButtons } from '../../ui/list/selection/bulk-button.tsx'
import type { Chosen } from '../../ui/list/selection/use-selection.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { statusWord } from '../../ui/record/status-badge.tsx'
import { useUndo } from '../undo/undo-needs.ts'
import { AskJob } from './ask-job.tsx'
import { consequences } from './job-words.ts'
import type { JobStart } from './use-start-job.ts'

/** The actions by whether the list shows records that are not deleted, deleted ones, or both. */
const actionsOf = {
  live: ['status', 'keep', 'delete'],
  both: ['status', 'restore', 'keep', 'delete'],
  deleted: ['restore', 'purge'],
} as const

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
  const needs: Partial<Record<string, readonly Permission[]>> = jobActions[area]
  const offered = actionsOf[props.shown].filter((each) => needs[each]?.some(can))
  const which = counted(chosen.size, one, many)
  const ask = (job: JobStart, more: { button?: string; children: string }) =>
    openDialog(<AskJob area={area} job={job} chosen={chosen} which={which} {...more} />)
  return offered.map((action) =>
    action === 'status' ? (
      <BulkMenu
        key={action}
        label="Set status"
        icon={IconTag}
        choices={statuses.map((value) => ({ value, label: statusWord(value) }))}
        onChoose={(status) =>
          ask(
            { action, patch: { status } },
            {
              button: `Change ${which}`,
              children: `${canUndo ? 'You can undo this afterwards.' : 'This can’t be undone in one step.'} Records that already have this status don’t change.`,
            },
          )
        }
      />
    ) : (
      <BulkButton
        key={action}
        {...bulkButtons[action]}
        onClick={() => ask({ action }, { children: consequences[action] })}
      />
    ),
  )
}
