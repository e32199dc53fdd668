import { ActionIcon, Group } from '@mantine/core'
import '@mantine/core/styles/Group.css'
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

/** A handle to drag a row, with buttons to move and remove it; `what` names it (`option 2`). */
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
  const tools = [
    {
      label: `Move ${what} up`,
      icon: IconArrowUp,
      act: at > 0 ? () => onMove(at, at - 1) : undefined,
    },
    {
      label: `Move ${what} down`,
      icon: IconArrowDown,
      act: at < count - 1 ? () => onMove(at, at + 1) : undefined,
    },
    { label: `Remove ${what}`, icon: IconX, act: props.onRemove },
  ]
  return (
    <Group component="span" gap={0} wrap="nowrap">
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
      {tools.map(({ label, icon: Icon, act }) => (
        <ActionIcon
          key={label}
          variant="subtle"
          color="gray"
          aria-label={label}
          disabled={!act}
          onClick={act}
        >
          <Icon size="1rem" aria-hidden />
        </ActionIcon>
      ))}
    </Group>
  )
}
