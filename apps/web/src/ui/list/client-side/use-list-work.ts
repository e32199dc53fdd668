import { lazyCode } from '../../page/lazy-code.ts'

/** The code that works a list out here and judges answers; undefined until it is there. */
export const [useListWork] = lazyCode(() => import('./list-work.ts'))
