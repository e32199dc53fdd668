import { lazyCode } from '../../page/lazy-code.ts'

/** The hook of the code that works a list out in the browser; undefined until it is loaded. */
export const [useListWork] = lazyCode(() => import('./list-work.ts'))
