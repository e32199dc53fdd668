import { areas, type BulkArea } from '@steward/contract/areas/areas'
import { jobActions } from '@steward/contract/jobs/jobs.routes'
import { loanLimits } from '@steward/contract/loans/loan-limits'
import type { Permission } from '@steward/contract/permissions/permissions'
import { msg, t } from '@steward/i18n/reader'
import { IconLock, IconTag } from '@tabler/icons-react'
import { openDialog } from '../../ui/dialog/open-dialog.ts'
import { BulkButton, BulkMenu, bulkButtons } from '../../ui/list/selection/bulk-button.tsx'
import type { Chosen } from '../../ui/list/selection/use-selection.ts'
import { dialogPart } from '../../ui/page/lazy-part.tsx'
import { useCan, useCanOn, useLoans } from '../../ui/permissions/permitted.tsx'
import { statusWord } from '../../ui/record/status-badge.tsx'
import { consequences } from '../acts/job-words.ts'
import { useUndo } from '../undo/undo-needs.ts'
import { AskJob } from './ask-job.tsx'
import type { JobStart } from './use-start-job.ts'

const AskDialog = dialogPart(async () => (await import('../loans/ask-dialog.tsx')).AskDialog)

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
  const canOn = useCanOn()
  const canUndo = useUndo()
  const needs: Partial<Record<string, readonly Permission[]>> = jobActions[area]
  // What is on loan for every one of them.
  const isLent = (need: Permission) =>
    chosen.all === null && [...chosen.rows.keys()].every((id) => canOn(id)(need))
  const may = (action: string) => needs[action]?.some((need) => can(need) || isLent(need)) === true
  const offered = actionsOf[props.shown].filter(may)
  const which = t(areas[area].count, { count: chosen.size })
  const ask = (job: JobStart, more: { button?: string; children: string }) =>
    openDialog(<AskJob area={area} job={job} chosen={chosen} which={which} {...more} />)
  const buttons = offered.map((action) =>
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
  return (
    <>
      {buttons}
      <AskForChosen area={area} chosen={chosen} actions={actionsOf[props.shown]} may={may} />
    </>
  )
}

/** Asks for what the person may not do with all of the chosen records, where they are few. */
function AskForChosen<T>(props: {
  area: BulkArea
  chosen: Chosen<T>
  actions: readonly (keyof typeof jobWords)[]
  may: (action: string) => boolean
}) {
  const { area, chosen } = props
  const { mayAsk } = useLoans()
  const needs: Partial<Record<string, readonly Permission[]>> = jobActions[area]
  const askable = props.actions.flatMap((action) => {
    const [permission] = needs[action] ?? []
    return permission && !props.may(action) ? [{ label: t(jobWords[action]), permission }] : []
  })
  const ids = [...chosen.rows.keys()]
  // What people may do depends on the type of each.
  if (!mayAsk || area === 'users' || askable.length === 0) return null
  if (chosen.all !== null || ids.length > loanLimits.records) return null
  return (
    <BulkButton
      label={msg('Ask…', 'for a permission')}
      icon={IconLock}
      onClick={() =>
        openDialog(
          <AskDialog
            area={area}
            askable={askable}
            records={ids.map((id) => ({ id, name: t(areas[area].count, { count: 1 }) }))}
          />,
        )
      }
    />
  )
}

const jobWords = {
  status: msg('Set status'),
  keep: msg('Keep'),
  delete: msg('Delete'),
  restore: msg('Restore'),
  purge: msg('Delete permanently'),
} as const
