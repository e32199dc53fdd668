import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { FloatingMenu } from '../../ui/float/floating-menu.tsx'
import { useTheme } from '../theme.store.ts'

const choices = [
  { theme: 'light', label: 'Light', Icon: IconSun },
  { theme: 'dark', label: 'Dark', Icon: IconMoon },
  { theme: 'auto', label: 'System', Icon: IconDeviceDesktop },
] as const

/** Chooses the theme (specification section 4). A theme of another name counts as light. */
export function ThemeMenu({ className }: { className: string }) {
  const { theme, setTheme } = useTheme()
  const chosen = choices.find((choice) => choice.theme === theme) ?? choices[0]
  return (
    <FloatingMenu
      position="bottom-end"
      width={176}
      withinPortal={false}
      target={
        <button type="button" className={className} aria-label={`Theme: ${chosen.label}`}>
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
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      )}
    </FloatingMenu>
  )
}
