import { areas, type BulkAction, type BulkArea } from '@steward/contract/areas/areas'
import type { Permission } from '@steward/contract/permissions/permissions'
import { jobActions } from '@steward/contract/records/jobs.routes'
import { IconTag } from '@tabler/icons-react'
import { useState } from 'react'
import { BulkButton, BulkMenu, bulkButtons } from '../../ui/list/selection/bulk-button.tsx'
import type { Chosen } from '../../ui/list/selection/use-selection.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { statusWord } from '../../ui/record/status-badge.tsx'
import { AskBulk, type Asked } from './bulk-confirm-dialog.tsx'
import { useStartJob } from './use-start-job.ts'

/** The actions of a list by what it shows: what is not deleted, what is, or both. */
const actionsOf = {
  live: ['status', 'keep', 'delete'],
  both: ['status', 'restore', 'keep', 'delete'],
  deleted: ['restore', 'purge'],
} as const satisfies Record<string, readonly BulkAction[]>

/** What can be done with all chosen records of an area: the server does it as a job. */
export function BulkActions<T>(props: {
  area: BulkArea
  chosen: Chosen<T>
  shown: keyof typeof actionsOf
}) {
  const { area, chosen } = props
  const { one, many, statuses } = areas[area]
  const can = useCan()
  const [asked, setAsked] = useState<Asked | null>(null)
  const needs: Partial<Record<string, readonly Permission[]>> = jobActions[area]
  const offered = actionsOf[props.shown].filter((action) => needs[action]?.some(can))
  const { start, busy } = useStartJob(area, chosen, { onStarted: () => setAsked(null) })
  const go = ({ action, status }: Asked) =>
    start({ action, ...(status !== undefined && { patch: { status } }) })
  return (
    <>
      {offered.map((action) =>
        action === 'status' ? (
          <BulkMenu
            key={action}
            label="Set status"
            icon={IconTag}
            choices={statuses.map((value) => ({ value, label: statusWord(value) }))}
            onChoose={(status) => setAsked({ action, status })}
          />
        ) : (
          <BulkButton key={action} {...bulkButtons[action]} onClick={() => setAsked({ action })} />
        ),
      )}
      <AskBulk
        asked={asked}
        size={chosen.size}
        one={one}
        many={many}
        busy={busy}
        onGo={() => asked && go(asked)}
        onClose={() => setAsked(null)}
      />
    </>
  )
}
