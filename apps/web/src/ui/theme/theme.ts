import { createTheme } from '@mantine/core'
import { themeTokens } from './theme-tokens.ts'

/** `lockScroll` is off: its `<style>` is against the content security policy. */
export const theme = createTheme({
  ...themeTokens,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    Drawer: { defaultProps: { lockScroll: false } },
    Modal: { defaultProps: { lockScroll: false } },
    // The placeholder is no menu item, which confuses assistive technology.
    Menu: { defaultProps: { shadow: 'md', withInitialFocusPlaceholder: false } },
    Popover: { defaultProps: { shadow: 'md' } },
    Tooltip: { defaultProps: { openDelay: 300 } },
    ModalOverlay: { defaultProps: { backgroundOpacity: 0.4 } },
  },
})
