import type { Db } from '../../db/connection/connection.ts'
import type { Services } from '../../services.ts'
import { findProviderSession, idTokenContext } from '../authentication/provider-sessions.store.ts'
import { findProvider } from './identity-providers.store.ts'
import { postLogoutUri } from './identity-providers.view.ts'

/** How long a sign-out waits for a provider to say where its own is, in milliseconds. */
const patience = 3_000

/**
 * Where the browser goes to sign out at the provider too (RP-initiated logout), for a session that began there.
 * Undefined where the provider has no such address, wants none, or can't be reached: signing out here goes on.
 */
export async function endSessionUrl(
  {
    db,
    config,
    secrets,
    identityProviders,
  }: Pick<Services, 'config' | 'secrets' | 'identityProviders'> & { db: Db },
  session: string,
): Promise<string | undefined> {
  const begun = await findProviderSession(db, session)
  const provider = begun && (await findProvider(db, begun.provider_id))
  if (!begun || !provider?.enabled || !provider.ends_session) return undefined
  const late = new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), patience).unref()
  })
  const client = await Promise.race([
    identityProviders.clientOf(provider).catch(() => undefined),
    late,
  ])
  if (!client?.configuration.serverMetadata().end_session_endpoint) return undefined
  const { buildEndSessionUrl } = await import('openid-client')
  const idToken = begun.id_token && secrets.tryUnseal(begun.id_token, idTokenContext(session))
  return buildEndSessionUrl(client.configuration, {
    post_logout_redirect_uri: postLogoutUri(config.publicUrl),
    ...(idToken && { id_token_hint: idToken }),
  }).href
}
