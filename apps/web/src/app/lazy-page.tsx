import { lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { PageCodeMissing } from '../ui/page/error-page.tsx'

/**
 * A page whose code is loaded when it is first opened.
 * @throws PageCodeMissing (while rendering) where it can't be: offline, or a newer version has
 *   replaced the files. The router's own answer, to reload at once, would throw away what was typed.
 */
export const lazyPage = (load: () => Promise<ComponentType>) =>
  lazyRouteComponent(async () => {
    try {
      return { default: await load() }
    } catch (cause) {
      throw new PageCodeMissing(cause)
    }
  })
