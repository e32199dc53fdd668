/** Where the theme stands in local storage: a template's name, as the specification has it (section 9). */
export const themeKey = 'steward-admin-template-theme'

/**
 * How a theme looks: `dark` is dark, `auto` is as the system prefers, and anything else is light.
 * The start script decides by it before the first paint.
 */
export const lookOf = (theme: string, systemIsDark: boolean): 'light' | 'dark' =>
  theme === 'dark' || (theme === 'auto' && systemIsDark) ? 'dark' : 'light'
