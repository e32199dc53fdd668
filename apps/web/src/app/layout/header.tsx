import { msg, t } from '@steward/i18n/reader'
import { IconDeviceDesktop, IconMenu2, IconMoon, IconSun } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { config, fileUrl } from '../../api/config.ts'
import { FloatingMenu } from '../../ui/menu/floating-menu.tsx'
import { LogoMark } from '../../ui/page/logo-mark.tsx'
import { SearchButton } from '../palette/search-button.tsx'
import { useIsWide, useSidebar } from '../sidebar.store.ts'
import { useTheme } from '../theme.store.ts'
import classes from './header.module.css'
import { ProfileMenu } from './profile-menu.tsx'

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
        aria-label={t('Sidebar')}
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
        {/* i18n-ignore: the name of the software */}
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

const choices = [
  // i18n: the names of themes
  { theme: 'light', label: msg('Light'), Icon: IconSun },
  { theme: 'dark', label: msg('Dark'), Icon: IconMoon },
  { theme: 'auto', label: msg('System'), Icon: IconDeviceDesktop },
] as const

/** Chooses the theme (specification section 4). A theme of another name counts as light. */
function ThemeMenu({ className }: { className: string }) {
  const { theme, setTheme } = useTheme()
  const chosen = choices.find((choice) => choice.theme === theme) ?? choices[0]
  return (
    <FloatingMenu
      position="bottom-end"
      width={176}
      withinPortal={false}
      target={
        <button
          type="button"
          className={className}
          aria-label={t('Theme: {theme}', { theme: t(chosen.label) })}
        >
          <chosen.Icon aria-hidden size="1.125rem" stroke={1.75} />
        </button>
      }
    >
      {(Menu) => (
        <Menu.RadioGroup value={chosen.theme} onChange={setTheme}>
          {choices.map(({ theme: each, label, Icon }) => (
            <Menu.RadioItem
              key={each}
              value={each}
              closeMenuOnClick
              rightSection={<Icon aria-hidden size="1rem" stroke={1.75} />}
            >
              {t(label)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      )}
    </FloatingMenu>
  )
}
