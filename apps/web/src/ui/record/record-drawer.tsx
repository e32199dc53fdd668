import { Drawer } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Drawer.css'
import { useRef, useState } from 'react'
import { useHasDialog } from '../dialog/use-topmost.ts'
import { isCovered } from '../keys/key-context.ts'
import classes from './record.module.css'
import { type RecordFrameProps, RecordSteps, useArrival, useWalkKeys } from './record-frame.tsx'
import { useCloseKey } from './use-close-key.ts'

const belowDialogs = 199

/**
 * A record in a drawer; n and p go to the next and previous. `onFoot` gets the buttons' element.
 */
export function RecordDrawer(
  props: RecordFrameProps & { opened: boolean; onFoot: (foot: HTMLElement | null) => void },
) {
  const { opened } = props
  // While a dialog is open above the drawer, the focus stays in the dialog.
  const hasDialog = useHasDialog()
  const [traps, setTraps] = useState(!hasDialog)
  if (!traps && !hasDialog) setTraps(true)
  const frame = useRef<HTMLDivElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  useWalkKeys(opened, props, (_, event) => !isCovered(event))
  useCloseKey(opened, frame, props.onClose)
  const said = useArrival(props, frame, title)
  return (
    <Drawer.Root
      opened={opened}
      onClose={props.onClose}
      closeOnEscape={false}
      trapFocus={traps}
      position="right"
      size="min(36rem, 100vw)"
      zIndex={belowDialogs}
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
          <Drawer.CloseButton aria-label={t('Close (Esc)')} ms={0} />
        </div>
        <Drawer.Body className={classes.drawerBody}>{props.children}</Drawer.Body>
        <div ref={props.onFoot} className={`hide-empty ${classes.foot}`} />
        <p role="status" className="unseen">
          {said}
        </p>
      </Drawer.Content>
    </Drawer.Root>
  )
}
