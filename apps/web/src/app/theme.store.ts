import { create } from 'zustand'
import { themeKey } from './look.ts'

/** The theme setting (specification section 3). */
export interface ThemeState {
  /** Any text that was ever set; `light` where nothing is stored. */
  theme: string
  /** Takes any text and stores it (specification section 4). */
  setTheme: (theme: string) => void
}

function stored(): string {
  try {
    return localStorage.getItem(themeKey) || 'light'
  } catch {
    return 'light'
  }
}

/** The theme, shared by every tab. */
export const useTheme = create<ThemeState>()((set) => ({
  theme: stored(),
  setTheme: (theme) => {
    try {
      localStorage.setItem(themeKey, theme)
    } catch {
      // Storage may be forbidden; the theme then lasts as long as the page.
    }
    set({ theme })
  },
}))

/**
 * Takes the theme from a `?theme=` of the address, stores it, and takes the parameter out of the
 * address, so that a later choice survives a reload.
 */
export function takeThemeFromAddress(): void {
  const address = new URL(window.location.href)
  const asked = address.searchParams.get('theme')
  if (asked === null) return
  if (asked !== '') useTheme.getState().setTheme(asked)
  address.searchParams.delete('theme')
  window.history.replaceState(window.history.state, '', address)
}

/** Follows the choice made in another tab. */
export function followOtherTabs(): void {
  window.addEventListener('storage', (event) => {
    if (event.key === themeKey) useTheme.setState({ theme: event.newValue || 'light' })
  })
}
