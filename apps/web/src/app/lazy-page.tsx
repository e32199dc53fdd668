import { lazyRouteComponent } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { CodeMissing, loadCode } from '../ui/load/load-code.ts'
import { CodeMissingPage } from '../ui/page/code-missing-page.tsx'
import { reloadActions } from '../ui/page/error-page.tsx'

/**
 * A page whose code is loaded when it is first opened. If that fails, {@link CodeMissingPage} is
 * shown instead: the router's own answer, an immediate reload, would lose what was typed on the
 * page before.
 * @param page its name in the module
 */
export const lazyPage = <K extends string>(
  load: () => Promise<{ [key in K]: ComponentType }>,
  page: K,
) => {
  const loadPage = async () => (await loadCode(load))[page]
  return lazyRouteComponent(async () => {
    try {
      return { default: await loadPage() }
    } catch (thrown) {
      return { default: missingPage(loadPage, thrown instanceof CodeMissing && thrown.tried) }
    }
  })
}

/** Draws a page until its code is loaded; the router keeps it as the page's component. */
function missingPage(load: () => Promise<ComponentType>, triedBefore: boolean): ComponentType {
  let Loaded: ComponentType | undefined
  let tried = triedBefore
  return function MissingPage() {
    const [, setAttempts] = useState(0)
    const retry = async () => {
      try {
        Loaded = await load()
      } catch (thrown) {
        tried = thrown instanceof CodeMissing && thrown.tried
      }
      setAttempts((count) => count + 1)
    }
    if (Loaded) return <Loaded />
    return <CodeMissingPage tried={tried} onRetry={() => void retry()} actions={reloadActions} />
  }
}
