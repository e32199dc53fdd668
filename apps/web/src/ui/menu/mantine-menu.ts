// Menus and popovers, with their CSS in Mantine's order; loaded lazily (floating-menu.tsx).
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Menu.css'

export { Menu, Popover } from '@mantine/core'
