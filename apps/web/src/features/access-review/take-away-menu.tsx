import { t } from '@steward/i18n/reader'
import { IconShieldMinus } from '@tabler/icons-react'
import { permissionText } from '../../shared/permissions/permission-text.ts'
import { openDialog } from '../../ui/dialog/open-dialog.ts'
import { dialogPart } from '../../ui/page/lazy-part.tsx'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { ActionsMenu, type RecordAction } from '../../ui/record/record-actions.tsx'
import { mayTakeAway, ofRoles, type Reviewed } from './take-away.ts'

const TakeAwayDialog = dialogPart(
  async () => (await import('./take-away-dialog.tsx')).TakeAwayDialog,
)

export const askTakeAway = (rows: readonly Reviewed[]): void =>
  openDialog(<TakeAwayDialog permissions={ofRoles(rows)} />)

/** What can be done with a row; nothing where the person may not change roles. */
export function useReviewActions(of: Reviewed): RecordAction[] {
  if (!useCan()(mayTakeAway)) return []
  return [
    {
      label: t('Take away…'),
      icon: IconShieldMinus,
      key: '#',
      danger: true,
      act: () => askTakeAway([of]),
    },
  ]
}

export function TakeAwayMenu({ of }: { of: Reviewed }) {
  return <ActionsMenu name={permissionText(of.permission)} actions={useReviewActions(of)} />
}
