import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconX } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useState } from 'react'
import classes from './question-editor.module.css'

/** Where one of some rows is dragged from; each list of rows knows its own alone. */
export function useDragging(onMove: (from: number, to: number) => void) {
  const [from, setFrom] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const end = () => {
    setFrom(null)
    setOver(null)
  }
  return (at: number) => ({
    over: over === at && from !== at,
    start: (event: DragEvent) => {
      event.stopPropagation()
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', '')
      setFrom(at)
    },
    end,
    target: {
      onDragOver: (event: DragEvent) => {
        if (from === null) return
        event.preventDefault()
        event.stopPropagation()
        setOver(at)
      },
      onDrop: (event: DragEvent) => {
        if (from === null) return
        event.preventDefault()
        event.stopPropagation()
        onMove(from, at)
        end()
      },
    },
  })
}

/**
 * What moves and removes one of some rows: a handle to drag it by, and buttons that do the same.
 * @param props.what names the row, such as `option 2`
 * @param props.fixed why it can't be removed, as a word for people; absent where it can
 */
export function RowTools(props: {
  what: string
  at: number
  count: number
  drag: { start: (event: DragEvent) => void; end: () => void }
  onMove: (from: number, to: number) => void
  onRemove?: (() => void) | undefined
  children?: ReactNode
}) {
  const { what, at, count, onMove } = props
  const button = { variant: 'subtle', color: 'gray', size: 'md' } as const
  return (
    <span className={classes.tools}>
      {props.children}
      <span
        className={classes.grip}
        draggable={count > 1}
        aria-hidden
        title="Drag to move"
        onDragStart={props.drag.start}
        onDragEnd={props.drag.end}
      >
        <IconGripVertical size="1rem" />
      </span>
      <ActionIcon
        {...button}
        aria-label={`Move ${what} up`}
        disabled={at === 0}
        onClick={() => onMove(at, at - 1)}
      >
        <IconArrowUp size="1rem" aria-hidden />
      </ActionIcon>
      <ActionIcon
        {...button}
        aria-label={`Move ${what} down`}
        disabled={at === count - 1}
        onClick={() => onMove(at, at + 1)}
      >
        <IconArrowDown size="1rem" aria-hidden />
      </ActionIcon>
      <ActionIcon
        {...button}
        aria-label={`Remove ${what}`}
        disabled={!props.onRemove}
        onClick={props.onRemove}
      >
        <IconX size="1rem" aria-hidden />
      </ActionIcon>
    </span>
  )
}
