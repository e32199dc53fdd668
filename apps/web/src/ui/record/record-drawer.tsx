import { ActionIcon, Drawer } from '@mantine/core'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Drawer.css'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTopmost } from '../feedback/use-topmost.ts'
import classes from './record.module.css'

/**
 * A record, whole, in a drawer at the right; n and p go to the next and the previous one.
 * @param props.title the record in a few words, as written
 * @param props.place where it stands among the rows, such as `3 of 25`
 * @param props.onPrevious absent on the first record, as `onNext` on the last
 * @param props.arrived the id of the record, where it is there in place of one that is gone: its title
 *   gets the focus
 * @param props.onClose also gives the focus back to where it came from
 */
export function RecordDrawer(props: {
  opened: boolean
  title: string
  place: string | null
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  arrived: string | null
  onClose: () => void
  children: ReactNode
}) {
  const { opened, onPrevious, onNext } = props
  const topmost = useTopmost(opened)
  const title = useRef<HTMLHeadingElement>(null)
  const { arrived } = props
  useEffect(() => {
    if (arrived !== null) title.current?.focus()
  }, [arrived])
  useEffect(() => {
    if (!opened || !topmost) return
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (event.target instanceof Element && event.target.closest('input, textarea, select')) return
      const go = { n: onNext, j: onNext, p: onPrevious, k: onPrevious }[event.key]
      if (!go) return
      event.preventDefault()
      go()
    }
    // On the document, as the focus is in the drawer only a moment after it has opened.
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [opened, topmost, onPrevious, onNext])
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
      <Drawer.Content data-record>
        <div className={classes.header}>
          <Drawer.Title ref={title} tabIndex={-1} className={classes.title}>
            <bdi dir="auto">{props.title}</bdi>
          </Drawer.Title>
          <span className={classes.place}>{props.place}</span>
          {props.place !== null && (
            <>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label="Previous record (p)"
                title="Previous record (p)"
                disabled={!onPrevious}
                onClick={onPrevious}
              >
                <IconChevronUp size={18} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label="Next record (n)"
                title="Next record (n)"
                disabled={!onNext}
                onClick={onNext}
              >
                <IconChevronDown size={18} aria-hidden />
              </ActionIcon>
            </>
          )}
          <Drawer.CloseButton data-autofocus aria-label="Close (Esc)" className={classes.close} />
        </div>
        <Drawer.Body className={classes.body}>{props.children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
