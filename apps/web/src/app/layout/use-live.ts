import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useRoleView } from '../../api/browser/role-view.ts'
import { loadCode } from '../../ui/load/load-code.ts'

/** In milliseconds: how long a page has to show itself before it begins to follow. */
const settled = 1_000

/**
 * Has the app follow changes; its code is not waited for.
 * @param session tells one session of this tab from the next
 */
export function useLive(client: QueryClient, session: number): void {
  const view = useRoleView((state) => state.view)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with either of them the token is another one
  useEffect(() => {
    let stop = () => {}
    let wanted = true
    const begin = () =>
      loadCode(() => import('../../shared/live/start-live.ts')).then(
        ({ startLive }) => {
          if (wanted) stop = startLive(client)
        },
        // The app is all there without it.
        () => {},
      )
    const timer = setTimeout(() => void begin(), settled)
    return () => {
      wanted = false
      clearTimeout(timer)
      stop()
    }
  }, [client, view, session])
}
