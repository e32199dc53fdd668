// Mantine's CSS of a dialog, in the order that Mantine itself uses.
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
