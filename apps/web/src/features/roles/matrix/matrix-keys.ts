import type { KeyboardEvent } from 'react'

const rowSelector = 'tr'

/**
 * Moves through the matrix by keys, as a grid does: arrows, Home and End (with Ctrl: the whole
 * grid), Page up and down from module to module, Enter like Space.
 * @param grid the element with `role=grid`; its boxes carry `data-column`
 */
export function onMatrixKey(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget: grid } = event
  if (!(target instanceof HTMLInputElement) || event.altKey || event.metaKey) return
  const row = target.closest<HTMLElement>(rowSelector)
  if (!row) return
  if (event.key === 'Enter') {
    event.preventDefault()
    target.click()
    return
  }
  const last = lastMove.get(grid)
  const column = last?.to === target ? last.column : Number(target.dataset['column'])
  const to = destination(event, target, row, column)
  if (!to) return
  event.preventDefault()
  // Rows without a box in this column are passed on the way, and don't turn it.
  if (vertical.has(event.key)) lastMove.set(grid, { to, column })
  to.focus()
}

const vertical = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown'])

/** The box that a step up or down ended on, and the column in which it began. */
const lastMove = new WeakMap<HTMLElement, { to: HTMLElement; column: number }>()

function destination(
  { key, ctrlKey: ctrl, currentTarget: grid }: KeyboardEvent<HTMLElement>,
  box: HTMLInputElement,
  row: HTMLElement,
  column: number,
): HTMLElement | undefined {
  const boxes = boxesOf(row)
  const at = boxes.indexOf(box)
  const rows = () => [...grid.querySelectorAll<HTMLElement>(rowSelector)]
  switch (key) {
    case 'ArrowRight':
      return boxes[at + 1]
    case 'ArrowLeft':
      return boxes[at - 1]
    case 'ArrowDown':
      return inColumn(beside(row, 1), column)
    case 'ArrowUp':
      return inColumn(beside(row, -1), column)
    case 'Home':
      return ctrl ? inColumn(rows()[0], 0) : boxes[0]
    case 'End':
      return ctrl ? inColumn(rows().at(-1), column) : boxes.at(-1)
    case 'PageDown':
      return inColumn(firstRow(row.parentElement?.nextElementSibling), column)
    case 'PageUp':
      return inColumn(firstRow(row.parentElement?.previousElementSibling), column)
    default:
      return undefined
  }
}

const boxesOf = (row: HTMLElement): HTMLInputElement[] => [...row.querySelectorAll('input')]

/** The box of a column, or the nearest one before it. */
function inColumn(row: HTMLElement | null | undefined, column: number): HTMLElement | undefined {
  return row ? boxesOf(row).findLast((box) => Number(box.dataset['column']) <= column) : undefined
}

const firstRow = (group: Element | null | undefined) =>
  group?.querySelector<HTMLElement>(rowSelector)

function beside(row: HTMLElement, step: 1 | -1): HTMLElement | null | undefined {
  const next = step === 1 ? row.nextElementSibling : row.previousElementSibling
  if (next) return next as HTMLElement
  const group = row.parentElement
  if (step === 1) return firstRow(group?.nextElementSibling)
  const rows = group?.previousElementSibling?.querySelectorAll<HTMLElement>(rowSelector)
  return rows?.[rows.length - 1]
}
