import { useRef } from 'react'
import { lazyCode } from '../../page/lazy-code.ts'
import type { columnDrag, Drag } from './column-drag.ts'

const [useCode, loaded] = lazyCode(() => import('./column-drag.ts'))

/** Moves columns by their headings, once the person moves; @see columnDrag */
export function useColumnDrag(
  onMove: (key: string, to: number) => void,
): Partial<ReturnType<typeof columnDrag>> {
  const drag = useRef<Drag | null>(null)
  const code = useCode(false)
  if (code) return code.columnDrag(drag, onMove)
  return {
    // A key pressed before the code is loaded is handled once it is.
    onKeyDownCapture(event) {
      if (!event.altKey || !event.shiftKey || !/^Arrow(Left|Right)$/.test(event.key)) return
      event.preventDefault()
      event.stopPropagation()
      const { target, currentTarget } = event
      const done = { preventDefault() {}, stopPropagation() {} }
      const pressed = { ...event, ...done, target, currentTarget }
      void loaded().then((code) => code.columnDrag(drag, onMove).onKeyDownCapture(pressed))
    },
  }
}
