import { t } from '@steward/i18n/reader'
import { useAdmin } from '../../features/session/session.store.ts'
import { Picture } from '../../ui/image/picture.tsx'
import { FloatingMenu } from '../../ui/menu/floating-menu.tsx'
import { drawerPart } from '../../ui/page/lazy-part.tsx'
import classes from './profile-menu.module.css'

const ProfileItems = drawerPart(async () => (await import('./profile-items.tsx')).ProfileItems)

/** The person signed in, a look-up of what they may do, and the way out. */
export function ProfileMenu() {
  const admin = useAdmin()
  const name = admin?.name ?? admin?.email ?? t('Signed in')

  return (
    <FloatingMenu
      position="bottom-end"
      width={240}
      withinPortal={false}
      target={
        <button type="button" className={classes.target}>
          <span className="unseen">{t('Account: {name}', { name })}</span>
          <Picture src={admin?.image ?? null} name={name} shape="person" size={28} />
        </button>
      }
    >
      {(Menu) => <ProfileItems Menu={Menu} name={name} />}
    </FloatingMenu>
  )
}
