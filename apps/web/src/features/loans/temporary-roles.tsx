import { Button } from '@mantine/core'
import type { TemporaryRole } from '@steward/contract/loans/loans'
import { t } from '@steward/i18n/reader'
import { IconShieldPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { toFailure } from '../../api/failure.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { reloadLoans } from '../../shared/loans/loans.queries.ts'
import { FailureBox } from '../../ui/dialog/failure-box.tsx'
import { openDialog } from '../../ui/dialog/open-dialog.ts'
import { rich } from '../../ui/format/rich.tsx'
import { Time } from '../../ui/format/time.tsx'
import { toast } from '../../ui/messages/messages.tsx'
import { dialogPart } from '../../ui/page/lazy-part.tsx'
import { Item, Items, SectionState } from '../../ui/page/section.tsx'
import { needsOf } from '../../ui/permissions/needs-of.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { StatusBadge } from '../../ui/record/status-badge.tsx'
import { temporaryRolesOf } from './requests.queries.ts'

const GiveUntilDialog = dialogPart(
  async () => (await import('./give-until-dialog.tsx')).GiveUntilDialog,
)

/** The roles that a person has beside their own until a time, and giving one. */
export function TemporaryRoles({ id, name }: { id: string; name: string }) {
  const has = useHasCall('temporaryRoles.give')
  const mayGive = needsOf('temporaryRoles.give').some(useCan())
  const { data, error, refetch } = useQuery({ ...temporaryRolesOf(id), enabled: has })
  if (!has) return null
  return (
    <div className="grid one-column gap-8">
      {!data ? (
        <SectionState error={error} onRetry={() => void refetch()} />
      ) : data.length === 0 ? (
        <p className="dim">{t('No further role until a time.')}</p>
      ) : (
        <Items label={t('Temporary roles')}>
          {data.map((each) => (
            <Given key={each._id} of={each} mayEnd={mayGive} />
          ))}
        </Items>
      )}
      {mayGive && (
        <div>
          <Button
            leftSection={<IconShieldPlus size="1rem" aria-hidden />}
            onClick={() => openDialog(<GiveUntilDialog id={id} name={name} />)}
          >
            {t('Temporary role…')}
          </Button>
        </div>
      )}
    </div>
  )
}

function Given({ of: given, mayEnd }: { of: TemporaryRole; mayEnd: boolean }) {
  const client = useQueryClient()
  const end = useMutation({
    mutationFn: () => call('temporaryRoles.end', { params: { id: given._id } }),
    onSuccess: () => toast.success(t('Temporary role ended')),
    onSettled: () => reloadLoans(client),
  })
  return (
    <Item
      title={
        <>
          <bdi>{given.role.name}</bdi> <StatusBadge status={given.active ? 'active' : 'ended'} />
        </>
      }
      actions={
        given.active &&
        mayEnd && (
          <Button
            aria-label={t('End now: {role}', { role: given.role.name })}
            loading={end.isPending}
            onClick={() => end.mutate()}
          >
            {t('End now')}
          </Button>
        )
      }
    >
      <span>
        {given.active
          ? rich('ends {at}, given by {name}', {
              at: <Time at={given.until} />,
              name: <bdi>{given.givenBy.name}</bdi>,
            })
          : rich('ended {at}, given by {name}', {
              at: <Time at={given.endedAt ?? given.until} />,
              name: <bdi>{given.givenBy.name}</bdi>,
            })}
      </span>
      <span className="anywhere">
        <bdi>{given.reason}</bdi>
      </span>
      <FailureBox failure={end.error ? toFailure(end.error) : null} />
    </Item>
  )
}
