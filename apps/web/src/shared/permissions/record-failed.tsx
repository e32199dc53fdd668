import { Button } from '@mantine/core'
import {
  allPermissions,
  type Permission,
  permissionWords,
} from '@steward/contract/permissions/permissions'
import { IconAlertTriangle, IconFileOff, IconLock } from '@tabler/icons-react'
import { type Failure, isLeftToGuard, toFailure } from '../../api/failure.ts'
import { FailureLines } from '../../ui/dialog/failure-lines.tsx'
import { PageMessage } from '../../ui/page/page-message.tsx'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { NotPermitted } from './not-permitted.tsx'
import { WhoCanGrant } from './who-can-grant.tsx'

/** Shown where a record failed to load; `needs` is named if the server names no permission. */
export function RecordFailed(props: {
  query: { error: Error | null; refetch: () => Promise<unknown> }
  what: string
  needs: Permission
}) {
  const failure = toFailure(props.query.error)
  const retry = () => void props.query.refetch()
  if (isLeftToGuard(failure)) return null
  if (failure.status === 403)
    return <Refused error={failure} needs={permissionOf(failure) ?? props.needs} onRetry={retry} />
  if (failure.status === 404)
    return (
      <PageMessage icon={<IconFileOff aria-hidden />} title={`There is no such ${props.what}`}>
        <p>It may have been deleted, or the address is not complete.</p>
      </PageMessage>
    )
  return (
    <PageMessage
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      title={`This ${props.what} could not be loaded`}
      actions={
        <Button variant="filled" onClick={retry}>
          Retry
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
      title="You don’t have access to this"
      actions={
        <Button variant="filled" onClick={props.onRetry}>
          Retry
        </Button>
      }
    >
      <FailureLines error={props.error} />
      <p>
        It needs the permission <strong>{permissionWords(props.needs)}</strong>.
      </p>
      <WhoCanGrant permission={props.needs} />
    </PageMessage>
  )
}
