/** Where the theme stands in local storage: a template's name, as the specification has it (section 9). */
export const themeKey = 'steward-admin-template-theme'

/** How a theme looks: `dark` is dark, `auto` follows the system, anything else is light. */
export const lookOf = (theme: string, systemIsDark: boolean): 'light' | 'dark' =>
  theme === 'dark' || (theme === 'auto' && systemIsDark) ? 'dark' : 'light'
