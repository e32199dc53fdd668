import { Modal } from '@mantine/core'
import './dialog-styles.ts'
import type { ReactNode } from 'react'
import classes from './dialog.module.css'

/**
 * A dialog over the page: keeps the focus, closes by Escape, gives the focus back.
 * @param props.opened absent for one that stands there only while it is open
 * @param props.size how wide it is at most
 */
export function Dialog(props: {
  opened?: boolean
  onClose: () => void
  title: string
  size?: 'md' | 'lg' | 'xl'
  children: ReactNode
}) {
  return (
    <Modal.Root
      opened={props.opened ?? true}
      onClose={props.onClose}
      size={props.size ?? 'md'}
      lockScroll={false}
    >
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content>
        {/* Not Mantine's own header, which would be a second banner of the page. */}
        <div className={classes.header}>
          <Modal.Title className={classes.title}>{props.title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </div>
        <Modal.Body>{props.children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** The buttons at the foot of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>
}
