import { IconHelpCircle, IconLogout, IconUserCircle } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { toFailure, wordsOf } from '../../api/failure.ts'
import { useHasCall } from '../../api/missing-calls.ts'
import { useAdmin, useSession } from '../../features/session/session.store.ts'
import { notice, toast } from '../../ui/feedback/messages.tsx'
import { FloatingMenu } from '../../ui/float/floating-menu.tsx'
import { Picture } from '../../ui/image/picture.tsx'
import { lazyPart } from '../../ui/page/lazy-part.tsx'
import classes from './profile-menu.module.css'

const WhyLookup = lazyPart(
  async () => (await import('../../features/permissions/why-lookup.tsx')).WhyLookup,
)

/** The person signed in, a look-up of what they may do, and the way out. */
export function ProfileMenu() {
  const admin = useAdmin()
  const navigate = useNavigate()
  const hasProfile = useHasCall('profile.own')
  const [asks, setAsks] = useState(false)
  const name = admin?.name ?? admin?.email ?? 'Signed in'

  async function signOut() {
    try {
      await useSession.getState().logout()
      notice('You are signed out.')
    } catch (thrown) {
      const failure = toFailure(thrown)
      // An answer of 401 means that the session was dead already, which is what was asked for.
      if (failure.code === 'offline')
        toast.error('You are signed out here, but the server wasn’t told: you are offline.')
      else if (failure.status !== 401)
        toast.error(`You are signed out here, but the server wasn’t told: ${wordsOf(failure)}`)
    }
    await navigate({ to: '/', replace: true })
  }

  return (
    <>
      <FloatingMenu
        position="bottom-end"
        width={240}
        withinPortal={false}
        target={
          <button type="button" className={classes.target}>
            <span className={classes.unseen}>Account: {name}</span>
            <Picture src={admin?.image ?? null} name={name} shape="person" size={28} />
          </button>
        }
      >
        {(Menu) => (
          <>
            <div className={classes.who}>
              <strong>{name}</strong>
              {admin?.name && admin.email && <span>{admin.email}</span>}
              {admin?.role && <span>{admin.role}</span>}
            </div>
            <Menu.Divider />
            {hasProfile && (
              <Menu.Item
                leftSection={<IconUserCircle aria-hidden size={16} stroke={1.75} />}
                renderRoot={(props) => <Link to="/profile" {...props} />}
              >
                Your profile
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={<IconHelpCircle aria-hidden size={16} stroke={1.75} />}
              onClick={() => setAsks(true)}
            >
              Why can’t I …?
            </Menu.Item>
            <Menu.Item
              leftSection={<IconLogout aria-hidden size={16} stroke={1.75} />}
              onClick={() => void signOut()}
            >
              Sign out
            </Menu.Item>
          </>
        )}
      </FloatingMenu>
      {asks && <WhyLookup opened onClose={() => setAsks(false)} />}
    </>
  )
}
