import { createTheme } from '@mantine/core'
import { themeTokens } from './theme-tokens.ts'

/** Mantine's theme; `lockScroll` is off, as its `<style>` violates the content security policy. */
export const theme = createTheme({
  ...themeTokens,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    Drawer: { defaultProps: { lockScroll: false } },
    Modal: { defaultProps: { lockScroll: false } },
    // The placeholder has no role of a menu item, which confuses assistive technology.
    Menu: { defaultProps: { shadow: 'md', withInitialFocusPlaceholder: false } },
    Popover: { defaultProps: { shadow: 'md' } },
    Tooltip: { defaultProps: { openDelay: 300 } },
    ModalOverlay: { defaultProps: { backgroundOpacity: 0.4 } },
  },
})
