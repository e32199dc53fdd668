import { Button } from '@mantine/core'
import { type Permission, permissionWords } from '@steward/contract/permissions/permissions'
import { IconLock } from '@tabler/icons-react'
import { FailureLines } from '../../ui/feedback/failure-lines.tsx'
import { PageMessage } from '../../ui/page/page-message.tsx'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { NotPermitted } from './not-permitted.tsx'
import { WhoCanGrant } from './who-can-grant.tsx'

/** In place of what the server refused (403): the missing permission, or its own words where the role has it. */
export function Refused(props: { error: Error; needs: Permission; onRetry: () => void }) {
  const can = useCan()
  if (!can(props.needs)) return <NotPermitted permission={props.needs} />
  return (
    <PageMessage
      role="alert"
      icon={<IconLock aria-hidden />}
      title="You don’t have access to this"
      actions={<Button onClick={props.onRetry}>Retry</Button>}
    >
      <FailureLines error={props.error} />
      <p>
        It needs the permission <strong>{permissionWords(props.needs)}</strong>.
      </p>
      <WhoCanGrant permission={props.needs} />
    </PageMessage>
  )
}
