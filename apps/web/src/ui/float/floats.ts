// What floats above a page, with its CSS in the order that Mantine itself uses; loaded once somebody is
// about to open something (load-floats.ts).
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Menu.css'

export { Menu, Popover } from '@mantine/core'
