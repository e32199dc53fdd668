import type { Handlers } from '../../http/handler.ts'
import type { Services } from '../../services.ts'
import { Replays } from './replay.service.ts'

/** The handler that replays a draft of a role over the past. */
export function roleReplayHandlers(services: Services): Handlers<'roles.replay'> {
  const replays = new Replays(services)
  return {
    'roles.replay': async ({ body, session }) => {
      await services.flushUses()
      return { data: await replays.take(session, body) }
    },
  }
}
