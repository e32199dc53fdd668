import { createTheme } from '@mantine/core'
import { themeTokens } from './theme-tokens.ts'

/** The theme of Mantine's components. `lockScroll` is off: its `<style>` is against the content security policy. */
export const theme = createTheme({
  ...themeTokens,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    Drawer: { defaultProps: { lockScroll: false } },
    Modal: { defaultProps: { lockScroll: false } },
    // The menu's focus placeholder is no menu item, which assistive technology stumbles over.
    Menu: { defaultProps: { shadow: 'md', withInitialFocusPlaceholder: false } },
    Popover: { defaultProps: { shadow: 'md' } },
    Tooltip: { defaultProps: { openDelay: 300 } },
    ModalOverlay: { defaultProps: { backgroundOpacity: 0.4 } },
  },
})
