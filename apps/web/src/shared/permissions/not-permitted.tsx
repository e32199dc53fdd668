import { type Permission, permissionWords } from '@steward/contract/permissions/permissions'
import { IconLock } from '@tabler/icons-react'
import { PageMessage } from '../../ui/page/page-message.tsx'
import { WhoCanGrant } from './who-can-grant.tsx'

/** The screen in place of an area that the person may not see: names what is missing, and who helps. */
export function NotPermitted({ permission }: { permission: Permission }) {
  return (
    <PageMessage icon={<IconLock aria-hidden />} title="You don’t have access to this">
      <p>
        This page needs the permission <strong>{permissionWords(permission)}</strong>, which your
        role doesn’t have.
      </p>
      <WhoCanGrant permission={permission} />
    </PageMessage>
  )
}
