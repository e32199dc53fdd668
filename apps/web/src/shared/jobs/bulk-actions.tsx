import { areas, type BulkArea } from '@steward/contract/areas/areas'
import { jobActions } from '@steward/contract/jobs/jobs.routes'
import type { Permission } from '@steward/contract/permissions/permissions'
import { t } from '@steward/i18n/reader'
import { IconTag } from '@tabler/icons-react'
import { openDialog } from '../../ui/dialog/open-dialog.ts'
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
  const { statuses } = areas[area]
  const can = useCan()
  const canUndo = useUndo()
  const needs: Partial<Record<string, readonly Permission[]>> = jobActions[area]
  const offered = actionsOf[props.shown].filter((each) => needs[each]?.some(can))
  const which = t(areas[area].count, { count: chosen.size })
  const ask = (job: JobStart, more: { button?: string; children: string }) =>
    openDialog(<AskJob area={area} job={job} chosen={chosen} which={which} {...more} />)
  return offered.map((action) =>
    action === 'status' ? (
      <BulkMenu
        key={action}
        label={t('Set status')}
        icon={IconTag}
        choices={statuses.map((value) => ({ value, label: statusWord(value) }))}
        onChoose={(status) =>
          ask(
            { action, patch: { status } },
            {
              // i18n: {records} is a number of records such as “12 posts”
              button: t('Change {records}', { records: which }),
              children: canUndo
                ? t(
                    'You can undo this afterwards. Records that already have this status don’t change.',
                  )
                : t(
                    'This can’t be undone in one step. Records that already have this status don’t change.',
                  ),
            },
          )
        }
      />
    ) : (
      <BulkButton
        key={action}
        {...bulkButtons[action]}
        onClick={() => ask({ action }, { children: t(consequences[action]) })}
      />
    ),
  )
}
