import { createTheme } from '@mantine/core'
import { themeTokens } from './theme-tokens.ts'

/** Mantine's theme, with the props that all components of a kind have. */
export const theme = createTheme({
  ...themeTokens,
  components: {
    Button: { defaultProps: { size: 'sm', variant: 'default' } },
    // The placeholder has no role of a menu item, which confuses assistive technology.
    Menu: { defaultProps: { shadow: 'md', withInitialFocusPlaceholder: false } },
    Popover: { defaultProps: { shadow: 'md' } },
    ModalOverlay: { defaultProps: { backgroundOpacity: 0.4 } },
  },
})
