import type { Menu as MantineMenu } from '@mantine/core'
import { allPermissions } from '@steward/contract/permissions/permissions'
import { t } from '@steward/i18n/reader'
import { IconHelpCircle, IconLanguage, IconLogout, IconUserCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useHasCall } from '../../api/missing-calls.ts'
import { useAdmin } from '../../features/session/session.store.ts'
import { openDialog } from '../../ui/dialog/open-dialog.ts'
import { dialogPart } from '../../ui/page/lazy-part.tsx'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { useSignOut } from '../use-sign-out.ts'

const WhyLookup = dialogPart(
  async () => (await import('../../features/permissions/why-lookup.tsx')).WhyLookup,
)

/** What the menu of the person signed in holds, which waits until it is opened. */
export function ProfileItems(props: { Menu: typeof MantineMenu; name: string }) {
  const { Menu, name } = props
  const admin = useAdmin()
  const signOut = useSignOut()
  const hasProfile = useHasCall('profile.own')
  const hasWords = useHasCall('words.save')
  // Owners have every permission; the page itself says who may change words.
  const mayHaveWords = allPermissions.every(useCan()) && hasWords
  return (
    <>
      <div className="grid anywhere gap-2" style={{ padding: '8px 12px' }}>
        <strong className="semibold">{name}</strong>
        {admin?.name && admin.email && <span className="dim">{admin.email}</span>}
        {admin?.role && <span className="dim">{admin.role}</span>}
      </div>
      <Menu.Divider />
      {hasProfile && (
        <Menu.Item
          leftSection={<IconUserCircle aria-hidden size="1rem" stroke={1.75} />}
          renderRoot={(props) => <Link to="/profile" {...props} />}
        >
          {t('Your profile')}
        </Menu.Item>
      )}
      {mayHaveWords && (
        <Menu.Item
          leftSection={<IconLanguage aria-hidden size="1rem" stroke={1.75} />}
          renderRoot={(props) => <Link to="/words" {...props} />}
        >
          {t('Words of the community')}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconHelpCircle aria-hidden size="1rem" stroke={1.75} />}
        onClick={() => openDialog(<WhyLookup />)}
      >
        {t('Why can’t I…?')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconLogout aria-hidden size="1rem" stroke={1.75} />}
        onClick={() => void signOut()}
      >
        {t('Sign out')}
      </Menu.Item>
    </>
  )
}
