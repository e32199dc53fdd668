import type { HeldPermission } from '@steward/contract/access-review/access-review'
import type { Permission } from '@steward/contract/permissions/permissions'
import { t } from '@steward/i18n/reader'
import { IconClockX, IconShieldMinus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { useMayCall } from '../../shared/permissions/may-call.ts'
import { permissionText } from '../../shared/permissions/permission-text.ts'
import { openDialog } from '../../ui/dialog/open-dialog.ts'
import { showFailure, toast } from '../../ui/messages/messages.tsx'
import { dialogPart } from '../../ui/page/lazy-part.tsx'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { ActionsMenu, type RecordAction } from '../../ui/record/record-actions.tsx'
import { mayTakeAway, ofRoles, type Reviewed, reloadReview } from './take-away.ts'
import { type Source, sourceText } from './words.ts'

const TakeAwayDialog = dialogPart(
  async () => (await import('./take-away-dialog.tsx')).TakeAwayDialog,
)

export const askTakeAway = (rows: readonly Reviewed[]): void =>
  openDialog(<TakeAwayDialog permissions={ofRoles(rows)} />)

/** What can be done with a row; nothing where the person may not change roles. */
export function useReviewActions(of: Reviewed): RecordAction[] {
  const ends = useEndActions('sources' in of ? of : null)
  if (!useCan()(mayTakeAway) || ofRoles([of]).length === 0) return ends
  return [
    ...ends,
    {
      label: t('Take away…'),
      icon: IconShieldMinus,
      key: '#',
      danger: true,
      act: () => askTakeAway([of]),
    },
  ]
}

/** Ends the temporary roles and loans of a row, as far as the person may. */
function useEndActions(held: HeldPermission | null): RecordAction[] {
  const client = useQueryClient()
  const mayEndRoles = useMayCall('temporaryRoles.end')
  const can = useCan()
  if (!held) return []
  const mayEndLoans = can(mayTakeAway) && can(held.permission as Permission)
  const end = async ({ kind, _id }: Source) => {
    const name = kind === 'loan' ? 'loans.end' : 'temporaryRoles.end'
    try {
      toast.success((await call(name, { params: { id: _id ?? '' } })).message)
    } catch (thrown) {
      showFailure(thrown)
    }
    await reloadReview(client)
  }
  return held.sources
    .filter(({ kind, _id }) => _id !== null && (kind === 'loan' ? mayEndLoans : mayEndRoles))
    .map((source) => ({
      label: t('End now: {role}', { role: sourceText(source) }),
      icon: IconClockX,
      act: () => void end(source),
    }))
}

export function TakeAwayMenu({ of }: { of: Reviewed }) {
  return <ActionsMenu name={permissionText(of.permission)} actions={useReviewActions(of)} />
}
