import type { QueryClient } from '@tanstack/react-query'
import { openLiveStream } from '../../api/live/live-stream.ts'
import { ownPermissions } from '../../api/own-permissions.ts'
import { reloadLoans } from '../loans/loans.queries.ts'
import { useLive } from './live-events.ts'
import { syncLiveChanges } from './sync-live-changes.ts'

/** Keeps what the app shows in step with the server; returns a function that ends it. */
export function startLive(client: QueryClient): () => void {
  const follower = syncLiveChanges(client, (others) => useLive.setState({ others }))
  const close = openLiveStream({
    onBegin: () => useLive.setState({ begun: true }),
    onChange: follower.change,
    onPresence: (presence) => useLive.setState({ presence }),
    onPermissions: () => {
      void client.invalidateQueries({ queryKey: ownPermissions.queryKey })
      // What may be seen is another now.
      follower.reset()
    },
    onLoans: () => void reloadLoans(client),
    onReset: follower.reset,
    onWelcome: follower.missed,
  })
  return () => {
    close()
    follower.stop()
    useLive.setState({ begun: false })
  }
}
