import { useEffect, useRef, useState } from 'react'
import { loadOnIntent } from '../../page/on-intent.ts'
import type { columnDrag, Drag } from './column-drag.ts'

let loaded: typeof columnDrag | undefined

/** Moves columns by their headings, once the person moves; @see columnDrag */
export function useColumnDrag(
  onMove: (key: string, to: number) => void,
): Partial<ReturnType<typeof columnDrag>> {
  const drag = useRef<Drag | null>(null)
  const [code, setCode] = useState(() => loaded)
  useEffect(() => {
    if (code) return
    loadOnIntent(async () => {
      const code = await load()
      setCode(() => code)
    })
  }, [code])
  if (code) return code(drag, onMove)
  return {
    // Who presses it first of all is heard once the code is there.
    onKeyDownCapture(event) {
      if (!event.altKey || !event.shiftKey || !/^Arrow(Left|Right)$/.test(event.key)) return
      event.preventDefault()
      event.stopPropagation()
      const { target, currentTarget } = event
      const done = { preventDefault() {}, stopPropagation() {} }
      const pressed = { ...event, ...done, target, currentTarget }
      void load().then((code) => code(drag, onMove).onKeyDownCapture(pressed))
    },
  }
}

const load = async () => {
  loaded ??= (await import('./column-drag.ts')).columnDrag
  return loaded
}
