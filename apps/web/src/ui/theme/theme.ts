import { createTheme } from '@mantine/core'
import { themeTokens } from './theme-tokens.ts'

/**
 * The theme that Mantine's components see. `lockScroll` is off wherever Mantine would write a
 * `<style>` for it, which the content security policy forbids.
 */
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
