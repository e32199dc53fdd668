import { areas } from '@steward/contract/areas/areas'
import { t } from '@steward/i18n/reader'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import type { Task } from '../../api/answers/records.ts'
import type { Row } from '../../api/listing.ts'
import { useMayChange } from '../../shared/records/record-area.ts'
import { useChange } from '../../shared/records/use-change.ts'
import { readingKey } from '../../ui/keys/reading-key.ts'
import { statusWord } from '../../ui/record/status-badge.tsx'
import { followPointer } from './board-drag.ts'
import { statusChange, tasks } from './tasks.ts'

type Status = NonNullable<Task['status']>

interface Lifted {
  id: string
  /** The column where the card would be dropped now; null for none. */
  over: Status | null
  by: 'keyboard' | 'pointer'
}

export type CardMoves = ReturnType<typeof useCardMoves>

const known = (status: string | null): Status | null =>
  areas.tasks.statuses.find((each) => each === status) ?? null

/** Moves cards between columns by pointer and keyboard: Space lifts and drops, arrows choose, Escape cancels. */
export function useCardMoves(columns: readonly Status[], ghostClass: string) {
  const may = useMayChange(tasks)
  const change = useChange(tasks)
  const [lifted, setLifted] = useState<Lifted | null>(null)
  const [said, setSaid] = useState('')
  const dragged = useRef(false)

  const drop = ({ id, record }: Row<Task>, to: Status | null, isByKey: boolean) => {
    const task = tasks.name(record)
    setLifted(null)
    if (to === null || to === record.status) return setSaid(t('{task} was not moved.', { task }))
    // i18n: {status} is a state of a task such as “To do”, the title of a column
    setSaid(t('{task} moved to {status}.', { task, status: statusWord(to) }))
    change(record, statusChange(record, to))
    // Focuses the card in its new column, where the keyboard user continues.
    if (isByKey) setTimeout(() => cardOf(id)?.focus())
  }

  const onKeyDown = (row: Row<Task>, event: KeyboardEvent) => {
    const { id, record } = row
    const isLifted = lifted?.id === id && lifted.by === 'keyboard'
    if (event.key === ' ' && !isLifted) {
      event.preventDefault()
      setLifted({ id, over: known(record.status ?? null), by: 'keyboard' })
      setSaid(
        t(
          '{task} picked up. Choose a column with the left and right arrows, drop it with Space, cancel with Escape.',
          { task: tasks.name(record) },
        ),
      )
      return
    }
    if (!isLifted) return
    const step = { ArrowLeft: -1, ArrowRight: 1 }[readingKey(event)]
    if (step !== undefined) {
      const at = lifted.over === null ? -step : columns.indexOf(lifted.over)
      const over = columns[Math.min(columns.length - 1, Math.max(0, at + step))] ?? null
      setLifted({ ...lifted, over })
      // i18n: the card that is moved is over the column {status}, such as “To do”
      if (over) setSaid(t('Over {status}.', { status: statusWord(over) }))
    } else if (event.key === ' ' || event.key === 'Enter') drop(row, lifted.over, true)
    else if (event.key === 'Escape') drop(row, null, true)
    else if (event.key === 'Tab') return
    event.preventDefault()
    event.stopPropagation()
  }

  return {
    lifted,
    /** The latest announcement for screen readers. */
    said,
    may,
    handlers: (row: Row<Task>) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        dragged.current = false
        if (event.button !== 0 || !event.isPrimary) return
        // A drag is followed by a click in the same column, and by none in another one.
        const up = () =>
          setTimeout(() => {
            dragged.current = false
          })
        window.addEventListener('pointerup', up, { once: true })
        followPointer(event.nativeEvent, event.currentTarget, ghostClass, {
          onLift: () => {
            dragged.current = true
          },
          onOver: (status) => setLifted({ id: row.id, over: known(status), by: 'pointer' }),
          onDrop: (status) => drop(row, known(status), false),
        })
      },
      onKeyDown: (event: KeyboardEvent) => onKeyDown(row, event),
      // Some browsers click a button when the key is released.
      onKeyUp: (event: KeyboardEvent) => {
        if (event.key === ' ') event.preventDefault()
      },
      onBlur: () => {
        if (lifted?.by === 'keyboard') drop(row, null, false)
      },
      onClickCapture: (event: MouseEvent) => {
        if (!dragged.current) return
        dragged.current = false
        event.preventDefault()
        event.stopPropagation()
      },
    }),
  }
}

const cardOf = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-board] [data-row="${CSS.escape(id)}"]`)
