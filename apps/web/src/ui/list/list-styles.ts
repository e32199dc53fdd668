// Mantine's CSS of what lists use beyond the base, in the order that Mantine itself uses.
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Menu.css'
import '@mantine/core/styles/Drawer.css'
