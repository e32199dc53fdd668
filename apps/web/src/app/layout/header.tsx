import { IconMenu2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { config, fileUrl } from '../../api/config.ts'
import { LogoMark } from '../../ui/page/logo-mark.tsx'
import { SearchButton } from '../palette/search-button.tsx'
import { useIsWide, useSidebar } from '../sidebar.store.ts'
import classes from './header.module.css'
import { ProfileMenu } from './profile-menu.tsx'
import { ThemeMenu } from './theme-menu.tsx'

/** The community's name, the sidebar's toggle, the theme and the person signed in. */
export function Header() {
  const { name, logo } = config()
  const isWide = useIsWide()
  const { sidebarShow, overlayOpen, setSidebarShow, setOverlayOpen } = useSidebar()
  const shown = isWide ? sidebarShow : overlayOpen
  return (
    <header className={classes.root} data-app-header>
      <button
        type="button"
        className={classes.button}
        aria-label="Sidebar"
        aria-expanded={shown}
        aria-controls={isWide ? 'sidebar' : undefined}
        onClick={() => (isWide ? setSidebarShow(!shown) : setOverlayOpen(!shown))}
      >
        <IconMenu2 aria-hidden size="1.125rem" stroke={1.75} />
      </button>
      <Link to="/dashboard" state={{ landing: true }} className={classes.home}>
        {logo ? (
          <img className={classes.logo} src={fileUrl(logo)} alt="" height={24} />
        ) : (
          <LogoMark size="1.5rem" />
        )}
        <span className={classes.name}>{name ?? 'Steward'}</span>
      </Link>
      <div className="row gap-8 to-side rigid">
        <SearchButton />
        <ThemeMenu className={classes.button ?? ''} />
        <ProfileMenu />
      </div>
    </header>
  )
}
