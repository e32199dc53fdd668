import { areas } from '@steward/contract/areas/areas'
import { lentArea } from '@steward/contract/loans/lendable'
import { loanLimits } from '@steward/contract/loans/loan-limits'
import { t } from '@steward/i18n/reader'
import { capitalized } from '../../api/said.ts'
import { dropAskFor } from '../../ui/permissions/ask-for.ts'
import type { Lacking } from '../../ui/permissions/lacking.ts'
import { actionText } from '../permissions/permission-text.ts'
import { AskDialog } from './ask-dialog.tsx'

/** Asks colleagues for what a refusal said is lacking. */
export function AskForDialog({ lacking: { permission, records } }: { lacking: Lacking }) {
  const area = lentArea(permission)
  if (!area) return null
  return (
    <AskDialog
      area={area}
      askable={[{ label: capitalized(actionText(permission.action)), permission }]}
      records={records.slice(0, loanLimits.records).map(({ _id, title }) => ({
        id: _id,
        name: title ?? t(areas[area].count, { count: 1 }),
      }))}
      onClose={dropAskFor}
    />
  )
}
