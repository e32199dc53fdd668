import type { Menu as MantineMenu } from '@mantine/core'
import { IconHelpCircle, IconLogout, IconUserCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useHasCall } from '../../api/missing-calls.ts'
import { useAdmin } from '../../features/session/session.store.ts'
import { openDialog } from '../../ui/dialog/open-dialog.ts'
import { dialogPart } from '../../ui/page/lazy-part.tsx'
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
          Your profile
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconHelpCircle aria-hidden size="1rem" stroke={1.75} />}
        onClick={() => openDialog(<WhyLookup />)}
      >
        Why can’t I…?
      </Menu.Item>
      <Menu.Item
        leftSection={<IconLogout aria-hidden size="1rem" stroke={1.75} />}
        onClick={() => void signOut()}
      >
        Sign out
      </Menu.Item>
    </>
  )
}
