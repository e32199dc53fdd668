/** The key of the theme in local storage; its value is a template's name (section 9). */
export const themeKey = 'steward-admin-template-theme'

/** How a theme looks: `dark` is dark, `auto` follows the system, anything else is light. */
export const lookOf = (theme: string, systemIsDark: boolean): 'light' | 'dark' =>
  theme === 'dark' || (theme === 'auto' && systemIsDark) ? 'dark' : 'light'
