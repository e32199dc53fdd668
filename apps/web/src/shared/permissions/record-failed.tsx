import { Button } from '@mantine/core'
import { allPermissions, type Permission } from '@steward/contract/permissions/permissions'
import { msg, t } from '@steward/i18n/reader'
import { IconAlertTriangle, IconFileOff, IconLock } from '@tabler/icons-react'
import { type Failure, isLeftToGuard, toFailure } from '../../api/failure.ts'
import { FailureLines } from '../../ui/dialog/failure-lines.tsx'
import { rich } from '../../ui/format/rich.tsx'
import { PageMessage } from '../../ui/page/page-message.tsx'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { NotPermitted } from './not-permitted.tsx'
import { permissionText } from './permission-text.ts'
import { WhoCanGrant } from './who-can-grant.tsx'

const sentences = {
  person: {
    missing: msg('There is no such person'),
    failed: msg('This person could not be loaded'),
  },
  role: {
    missing: msg('There is no such role'),
    failed: msg('This role could not be loaded'),
  },
  activity: {
    missing: msg('There is no such activity'),
    failed: msg('This activity could not be loaded'),
  },
}

/** Shown where a record failed to load; `needs` is named if the server names no permission. */
export function RecordFailed(props: {
  query: { error: Error | null; refetch: () => Promise<unknown> }
  what: keyof typeof sentences
  needs: Permission
}) {
  const { missing, failed } = sentences[props.what]
  const failure = toFailure(props.query.error)
  const retry = () => void props.query.refetch()
  if (isLeftToGuard(failure)) return null
  if (failure.status === 403)
    return <Refused error={failure} needs={permissionOf(failure) ?? props.needs} onRetry={retry} />
  if (failure.status === 404)
    return (
      <PageMessage icon={<IconFileOff aria-hidden />} title={t(missing)}>
        <p>{t('It may have been deleted, or the address is not complete.')}</p>
      </PageMessage>
    )
  return (
    <PageMessage
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      title={t(failed)}
      actions={
        <Button variant="filled" onClick={retry}>
          {t('Retry')}
        </Button>
      }
    >
      <FailureLines error={failure} />
    </PageMessage>
  )
}

function permissionOf(failure: Failure): Permission | null {
  const named = (failure.data as { permission?: Permission } | null)?.permission
  return (
    allPermissions.find(
      (each) =>
        each.module === named?.module &&
        each.submodule === named.submodule &&
        each.action === named.action,
    ) ?? null
  )
}

/** Shown for a refusal (403): the missing permission, or the server's words if the role has it. */
export function Refused(props: { error: Error; needs: Permission; onRetry: () => void }) {
  const can = useCan()
  if (!can(props.needs)) return <NotPermitted permission={props.needs} />
  return (
    <PageMessage
      role="alert"
      icon={<IconLock aria-hidden />}
      title={t('You don’t have access to this')}
      actions={
        <Button variant="filled" onClick={props.onRetry}>
          {t('Retry')}
        </Button>
      }
    >
      <FailureLines error={props.error} />
      <p>
        {rich('It needs the permission <b>{permission}</b>.', {
          permission: permissionText(props.needs),
          b: (inner) => <strong>{inner}</strong>,
        })}
      </p>
      <WhoCanGrant permission={props.needs} />
    </PageMessage>
  )
}
