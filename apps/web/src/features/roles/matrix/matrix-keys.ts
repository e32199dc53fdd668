import type { KeyboardEvent } from 'react'
import { readingKey } from '../../../ui/keys/reading-key.ts'

/** The box that the last step up or down ended on, and the column in which the steps began. */
const lastMove = new WeakMap<HTMLElement, { to: HTMLElement; column: number }>()

/** The boxes of a row, and its button. */
const boxesOf = (row: Element): HTMLElement[] => [
  ...row.querySelectorAll<HTMLElement>('[data-column]'),
]

/** The box of a row in a column, or the nearest one before it. */
const inColumn = (row: Element | null | undefined, column: number): HTMLElement | undefined =>
  row ? boxesOf(row).findLast((box) => Number(box.dataset['column']) <= column) : undefined

/** Keys of a grid: arrows, Home, End (with Ctrl: of all rows), Page up and down by module, Enter as Space. */
export function onMatrixKey(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget: grid, ctrlKey } = event
  const key = readingKey(event)
  if (!(target instanceof HTMLElement) || !target.dataset['column']) return
  if (event.altKey || event.metaKey) return
  const row = target.closest('tr')
  if (!row) return
  if (key === 'Enter' && target instanceof HTMLInputElement) {
    event.preventDefault()
    target.click()
    return
  }
  const rows = [...grid.querySelectorAll('tr')]
  const at = rows.indexOf(row)
  const boxes = boxesOf(row)
  const box = boxes.indexOf(target)
  const module = row.parentElement
  // Rows without a box in this column are skipped, and the column is kept.
  const last = lastMove.get(grid)
  const column = last?.to === target ? last.column : Number(target.dataset['column'])
  const vertical: Record<string, Element | null | undefined> = {
    ArrowDown: rows[at + 1],
    ArrowUp: rows[at - 1],
    PageDown: module?.nextElementSibling?.querySelector('tr'),
    PageUp: module?.previousElementSibling?.querySelector('tr'),
  }
  const horizontal: Record<string, HTMLElement | undefined> = {
    ArrowRight: boxes[box + 1],
    ArrowLeft: boxes[box - 1],
    Home: ctrlKey ? inColumn(rows[0], 0) : boxes[0],
    End: ctrlKey ? inColumn(rows.at(-1), column) : boxes.at(-1),
  }
  const to = inColumn(vertical[key], column) ?? horizontal[key]
  if (!to) return
  event.preventDefault()
  if (key in vertical) lastMove.set(grid, { to, column })
  to.focus()
}
