import { ActionIcon, Group, TextInput } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import '@mantine/core/styles/Group.css'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconX } from '@tabler/icons-react'
import { type DragEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import classes from './question-editor.module.css'

/**
 * Rows that change places by buttons, Alt with an arrow, or dragging; each list of rows knows its own alone.
 * @param onMoved called with the new place after the change
 * @returns what the row at a place needs for that
 */
export function useMovedRows<T>(
  rows: readonly T[],
  onChange: (rows: readonly T[]) => void,
  onMoved: (from: number, to: number) => void,
) {
  const [from, setFrom] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const end = () => {
    setFrom(null)
    setOver(null)
  }
  const move = (from: number, to: number) => {
    const row = rows[from]
    if (row === undefined || !rows[to] || from === to) return
    onChange(rows.toSpliced(from, 1).toSpliced(to, 0, row))
    onMoved(from, to)
  }
  const onDragged = (act: (from: number) => void) => (event: DragEvent) => {
    if (from === null) return
    event.preventDefault()
    event.stopPropagation()
    act(from)
  }
  return (at: number) => ({
    target: {
      'data-over': (over === at && from !== at) || undefined,
      onDragOver: onDragged(() => setOver(at)),
      onDrop: onDragged((from) => {
        move(from, at)
        end()
      }),
    },
    grip: {
      draggable: rows.length > 1,
      onDragStart: (event: DragEvent) => {
        event.stopPropagation()
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', '')
        setFrom(at)
      },
      onDragEnd: end,
    },
    onKeyDown: (event: KeyboardEvent) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
      if (!event.altKey || by === undefined) return
      event.preventDefault()
      move(at, at + by)
    },
    up: at > 0 ? () => move(at, at - 1) : undefined,
    down: at < rows.length - 1 ? () => move(at, at + 1) : undefined,
  })
}

export type MovedRow = ReturnType<ReturnType<typeof useMovedRows>>

/** What a row and its buttons are called. */
export interface RowWords {
  /** Such as `Option 2`. */
  name: string
  /** Of the buttons that move and remove it; absent where it stands alone, and has none. */
  tools?: Record<'up' | 'down' | 'remove', string>
}

/** A text in a row that moves, with a handle to drag it and buttons to move and remove it. */
export function TextRow(props: {
  row: MovedRow
  words: RowWords
  placeholder: string
  text: string
  readOnly: boolean
  error: boolean
  onType: (text: string) => void
  onRemove: (() => void) | undefined
  children?: ReactNode
}) {
  const { row, words } = props
  const tools = words.tools && [
    { label: words.tools.up, icon: IconArrowUp, act: row.up },
    { label: words.tools.down, icon: IconArrowDown, act: row.down },
    { label: words.tools.remove, icon: IconX, act: props.onRemove },
  ]
  return (
    <>
      <TextInput
        className="grow"
        aria-label={words.name}
        placeholder={props.placeholder}
        dir="auto"
        value={props.text}
        readOnly={props.readOnly}
        error={props.error}
        onKeyDown={row.onKeyDown}
        onChange={(event) => props.onType(event.currentTarget.value)}
      />
      {tools && (
        <Group component="span" gap={0} wrap="nowrap">
          {props.children}
          <span className={classes.grip} aria-hidden title={t('Drag to move')} {...row.grip}>
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
      )}
    </>
  )
}
