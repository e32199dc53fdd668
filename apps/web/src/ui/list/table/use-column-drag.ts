import { lazyCode } from '../../load/lazy-code.ts'

/** The code that moves columns by their headings, once the person moves (build/start.ts leaves it out). */
export const [useColumnDrag] = lazyCode(() => import('./column-drag.ts'))
