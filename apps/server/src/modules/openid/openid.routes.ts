import { say } from '@steward/i18n/sentence'
import type { HandlersOf } from '../../http/handler.ts'
import type { Services } from '../../services.ts'
import { hasPassword } from '../authentication/credentials.store.ts'
import { signInOriginOf } from '../authentication/sign-in-origin.ts'
import { arePasswordsOff, keepsPassword } from '../authentication/sign-in-settings.store.ts'
import { enforceRateLimit, perAddress, perUser } from '../authentication/throttle.store.ts'
import { providersOf } from '../identity-providers/identity-links.store.ts'
import { beginFlow, enabledProvider, finishFlow } from './authorization.service.ts'
import { setKeptPassword } from './kept-password.service.ts'
import { signInByProvider } from './openid-sign-in.service.ts'
import { beginOwn, finishLink, finishStepUp } from './own-account.service.ts'

/** Handlers of signing in at identity providers, and of one's own account there. */
export function openidHandlers(services: Services): HandlersOf<'openid'> {
  const { db, secrets } = services
  return {
    'openid.start': async ({ body, ip }) => {
      await enforceRateLimit(db, perAddress('openid-start', ip, 60, 10))
      const provider = await enabledProvider(services, body.provider)
      const asks = provider.acr_values ? { acr_values: provider.acr_values } : {}
      return {
        data: await beginFlow(services, provider, {
          purpose: 'sign_in',
          ip,
          session_id: null,
          return_to: body.returnTo,
          asks,
        }),
      }
    },
    'openid.finish': async ({ body, ip, caller, userAgent }) => {
      await enforceRateLimit(db, perAddress('openid-finish', ip, 60, 10))
      const finished = await finishFlow(services, body, ['sign_in'])
      const origin = signInOriginOf(secrets, { ip, userAgent })
      const data = await signInByProvider(services, finished, { origin, caller })
      return { message: 'Signed in', data: { ...data, returnTo: finished.flow.return_to } }
    },
    'openid.own': async ({ session }) => {
      const user = session.user.id
      return {
        data: {
          providers: await providersOf(db, user),
          passwordsOff: await arePasswordsOff(db),
          hasPassword: await hasPassword(db, user),
          mayKeepPassword: session.owner,
          keepsPassword: await keepsPassword(db, user),
        },
      }
    },
    'openid.startOwn': async ({ body, session }) => {
      await enforceRateLimit(db, perUser('openid-start', session.user.id, 30, 10))
      return { data: await beginOwn(services, session, body) }
    },
    'openid.finishOwn': async ({ body, session }) => {
      await enforceRateLimit(db, perUser('openid-finish', session.user.id, 30, 10))
      const finished = await finishFlow(services, body, ['step_up', 'link'])
      const { flow, provider } = finished
      if (flow.purpose === 'step_up') {
        const until = await finishStepUp(services, session, finished)
        return { message: 'Confirmed', data: { returnTo: flow.return_to, until } }
      }
      await finishLink(services, session, finished)
      return {
        message: say('Linked to “{provider}”', { provider: provider.name }),
        data: { returnTo: flow.return_to, until: null },
      }
    },
    'openid.keepPassword': async ({ body: { keep }, session }) => {
      await setKeptPassword(services, session, keep)
      return {
        message: keep
          ? 'Your password is kept for when passwords are turned off'
          : 'Your password is no longer kept',
        data: { keepsPassword: keep },
      }
    },
  }
}
