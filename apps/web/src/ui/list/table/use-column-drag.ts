import { useRef } from 'react'
import { lazyCode } from '../../load/lazy-code.ts'
import type { columnDrag, Drag } from './column-drag.ts'

const [useCode] = lazyCode(() => import('./column-drag.ts'))

/** Moves columns by their headings, once the person moves; @see columnDrag */
export function useColumnDrag(
  onMove: (key: string, to: number) => void,
): Partial<ReturnType<typeof columnDrag>> {
  const drag = useRef<Drag | null>(null)
  return useCode(false)?.columnDrag(drag, onMove) ?? {}
}
