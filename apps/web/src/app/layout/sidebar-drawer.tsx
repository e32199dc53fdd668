import { Drawer } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Drawer.css'
import type { ReactNode } from 'react'
import classes from './sidebar.module.css'

/** The sidebar where the window is narrow: it lies over the page. */
export function SidebarDrawer(props: {
  opened: boolean
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Drawer.Root opened={props.opened} onClose={props.onClose} size={272} lockScroll={false}>
      <Drawer.Overlay backgroundOpacity={0.4} />
      <Drawer.Content aria-label={t('Sidebar')}>
        <Drawer.CloseButton aria-label={t('Close the sidebar')} className={classes.close} />
        {props.children}
      </Drawer.Content>
    </Drawer.Root>
  )
}
