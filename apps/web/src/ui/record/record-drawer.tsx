import { Drawer } from '@mantine/core'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Drawer.css'
import { useRef } from 'react'
import { useTopmost } from '../feedback/use-topmost.ts'
import classes from './record.module.css'
import { type RecordFrameProps, RecordSteps, useArrival, useWalkKeys } from './record-frame.tsx'

/**
 * A record, whole, in a drawer at the right, where there is no room beside its list; n and p go to the next and the
 * previous one.
 * @param props.onFoot told of the place below the record, for its buttons
 */
export function RecordDrawer(
  props: RecordFrameProps & { opened: boolean; onFoot: (foot: HTMLElement | null) => void },
) {
  const { opened } = props
  const topmost = useTopmost(opened)
  const frame = useRef<HTMLDivElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  useWalkKeys(opened && topmost, props)
  const said = useArrival(props, frame, title)
  return (
    <Drawer.Root
      opened={opened}
      onClose={props.onClose}
      closeOnEscape={topmost}
      position="right"
      size="min(36rem, 100vw)"
      lockScroll={false}
      returnFocus={false}
    >
      <Drawer.Overlay backgroundOpacity={0.25} />
      <Drawer.Content ref={frame} data-record={props.id ?? ''} data-record-scroll>
        <div className={classes.header}>
          <Drawer.Title ref={title} tabIndex={-1} data-autofocus className={classes.title}>
            <bdi dir="auto">{props.title}</bdi>
          </Drawer.Title>
          <RecordSteps {...props} />
          <Drawer.CloseButton aria-label="Close (Esc)" className={classes.close} />
        </div>
        <Drawer.Body className={classes.drawerBody}>{props.children}</Drawer.Body>
        <div ref={props.onFoot} className={classes.foot} />
        <p role="status" className={classes.unseen}>
          {said}
        </p>
      </Drawer.Content>
    </Drawer.Root>
  )
}
