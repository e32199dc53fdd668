import { Modal } from '@mantine/core'
import './dialog-styles.ts'
import type { ReactNode } from 'react'
import classes from './dialog.module.css'
import { useFocusBack } from './use-focus-back.ts'
import { useTopmost } from './use-topmost.ts'

/**
 * A dialog over the page: keeps the focus, closes by Escape, gives the focus back.
 * @param props.opened absent for one that stands there only while it is open
 * @param props.size how wide it is at most
 */
export function Dialog(props: {
  opened?: boolean
  onClose: () => void
  title: ReactNode
  size?: 'md' | 'lg' | 'xl' | 'picture'
  children: ReactNode
}) {
  const opened = props.opened ?? true
  const topmost = useTopmost(opened)
  return (
    <Modal.Root
      opened={opened}
      closeOnEscape={topmost}
      onClose={props.onClose}
      size={props.size === 'picture' ? 'min(64rem, 96vw)' : (props.size ?? 'md')}
      lockScroll={false}
    >
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content>
        {/* Not Mantine's own header, which would be a second banner of the page. */}
        <div className={classes.header}>
          <Modal.Title className={classes.title}>{props.title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </div>
        <Modal.Body>
          <FocusBack />
          {props.children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function FocusBack() {
  useFocusBack()
  return null
}

/** The buttons at the foot of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>
}
