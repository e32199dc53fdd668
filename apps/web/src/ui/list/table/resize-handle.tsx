import { t } from '@steward/i18n/reader'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { fitWidth, widthLimits } from './remembered.ts'
import classes from './table.module.css'

/** Whether columns grow to the right: 1, or -1 on right-to-left pages. */
export const forward = (element: Element) =>
  getComputedStyle(element).direction === 'rtl' ? -1 : 1

/** The far edge of a column’s head: dragged, or moved with the arrow keys. Widths in px; `done` when it is to be remembered. */
export function ResizeHandle(props: {
  label: string
  width: number
  onWidth: (width: number, done: boolean) => void
}) {
  const drag = useRef<{ x: number; width: number; last: number } | null>(null)

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    // The column may be wider than its own width where it takes what is left over.
    const width = event.currentTarget.parentElement?.offsetWidth ?? props.width
    drag.current = { x: event.clientX, width, last: width }
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!drag.current) return
    drag.current.last = fitWidth(
      drag.current.width + (event.clientX - drag.current.x) * forward(event.currentTarget),
    )
    props.onWidth(drag.current.last, false)
  }
  const onPointerUp = () => {
    if (drag.current && drag.current.last !== drag.current.width)
      props.onWidth(drag.current.last, true)
    drag.current = null
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowLeft: -16, ArrowRight: 16 }[event.key]
    if (step === undefined || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    const width = event.currentTarget.parentElement?.offsetWidth ?? props.width
    props.onWidth(fitWidth(width + step * forward(event.currentTarget)), true)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a movable separator, which <hr> can't be
    <span
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('Width of {column}', { column: props.label })}
      aria-valuenow={props.width}
      aria-valuemin={widthLimits.min}
      aria-valuemax={widthLimits.max}
      className={classes.handle}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onKeyDown={onKeyDown}
    />
  )
}
