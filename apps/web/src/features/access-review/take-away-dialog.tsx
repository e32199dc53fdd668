import type { TakeAwayPreview } from '@steward/contract/access-review/access-review'
import { t } from '@steward/i18n/reader'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { toFailure } from '../../api/failure.ts'
import { permissionText } from '../../shared/permissions/permission-text.ts'
import { FormDialog } from '../../ui/dialog/dialog.tsx'
import { FailureBox } from '../../ui/dialog/failure-box.tsx'
import { closeDialog } from '../../ui/dialog/open-dialog.ts'
import { inRow } from '../../ui/format/phrases.ts'
import { showFailure, toast, undoable } from '../../ui/messages/messages.tsx'
import { CompareTable } from '../../ui/record/compare-table.tsx'
import { type OfRole, reloadReview } from './take-away.ts'

/** The days without use after which a permission may be taken away. */
const unused = '90d'

/** Asks before permissions are taken away from roles, and says whom it concerns and what stands in the way. */
export function TakeAwayDialog({ permissions }: { permissions: OfRole[] }) {
  const client = useQueryClient()
  const preview = useQuery({
    queryKey: ['accessReview.preview', permissions],
    queryFn: async ({ signal }) => {
      const body = { permissions, unused } as const
      return (await call('accessReview.preview', { body, signal })).data.permissions
    },
    staleTime: 0,
  })
  const found = preview.data ?? []
  const possible = found
    .filter(({ obstacle }) => obstacle === null)
    .map(({ role, permission }) => ({ role: role._id, permission }))
  const reload = () => void reloadReview(client)
  const giveBack = async () => {
    try {
      const { message } = await call('accessReview.giveBack', { body: { permissions: possible } })
      toast.success(message)
    } catch (thrown) {
      showFailure(thrown)
    }
    reload()
  }
  const take = useMutation({
    mutationFn: () => call('accessReview.takeAway', { body: { permissions: possible, unused } }),
    onSuccess: ({ message }) => {
      closeDialog()
      undoable(message, giveBack)
      reload()
    },
  })
  return (
    <FormDialog
      title={t('Take away what nobody uses')}
      action={t('{count, plural, one {Take away} other {Take away #}}', {
        count: possible.length || 1,
      })}
      danger
      pending={take.isPending}
      disabled={possible.length === 0}
      failure={take.error}
      focus="cancel"
      onClose={closeDialog}
      onSubmit={() => take.mutate()}
    >
      {preview.isPending && <p role="status">{t('Looking up who uses it…')}</p>}
      <FailureBox failure={preview.error ? toFailure(preview.error) : null} />
      {preview.data && (
        <>
          <p>
            {t(
              'A permission is taken from the role, so that everybody with the role loses it. It can be undone.',
            )}
          </p>
          <CompareTable
            head={[t('Permission'), t('Role'), t('What happens')]}
            rows={found.map((each) => ({
              key: `${each.role._id} ${permissionText(each.permission)}`,
              head: permissionText(each.permission),
              cells: [
                <bdi key="role">{each.role.name}</bdi>,
                <span key="what">{whatHappens(each)}</span>,
              ],
            }))}
          />
        </>
      )}
    </FormDialog>
  )
}

function whatHappens({ obstacle, people, usedBy, usedCount }: TakeAwayPreview): string {
  switch (obstacle) {
    case 'owner':
      return t('Stays: an owner has every permission. Give the person another role instead.')
    case 'unseen':
      return t('Stays: you don’t see all admins, so you can’t tell who would lose it.')
    case 'gone':
      return t('The role doesn’t have it any more.')
    case 'used': {
      const names = usedBy.map(({ name }) => name)
      const others = usedCount - names.length
      const who =
        others > 0
          ? t('{names} and {count, plural, one {# other} other {# others}}', {
              names: inRow(names),
              count: others,
            })
          : inRow(names)
      return t(
        'Stays: used in the last 90 days by {who}. Give those who don’t need it another role instead.',
        { who },
      )
    }
    case null:
      return t(
        '{count, plural, =0 {Nobody who can sign in loses it} one {# person loses it} other {# people lose it}}; nobody used it for 90 days.',
        { count: people },
      )
  }
}
