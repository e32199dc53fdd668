import type { Permission } from '@steward/contract/permissions/permissions'
import { t } from '@steward/i18n/reader'
import { IconLock } from '@tabler/icons-react'
import { rich } from '../../ui/format/rich.tsx'
import { PageMessage } from '../../ui/page/page-message.tsx'
import { permissionText } from './permission-text.ts'
import { WhoCanGrant } from './who-can-grant.tsx'

/** The screen in place of an area that the person may not see: names what is missing, and who helps. */
export function NotPermitted({ permission }: { permission: Permission }) {
  return (
    <PageMessage icon={<IconLock aria-hidden />} title={t('You don’t have access to this')}>
      <p>
        {rich('This page needs the permission <b>{permission}</b>, which your role doesn’t have.', {
          permission: permissionText(permission),
          b: (inner) => <strong>{inner}</strong>,
        })}
      </p>
      <WhoCanGrant permission={permission} />
    </PageMessage>
  )
}
