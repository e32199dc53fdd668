import type { OpenidProvider, ProviderBrowser } from './openid-provider.ts'
import type { TestAnswer, TestApp } from './server.ts'

/** How a web browser signs in at a provider: what it keeps between the two calls. */
export interface StartedFlow {
  url: string
  binding: string
  provider: string
}

/** Starts a sign-in as the sign-in page does. */
export async function startFlow(
  t: TestApp,
  provider: string,
  returnTo = '/',
): Promise<StartedFlow> {
  const { status, body } = await t.call('openid.start', { body: { provider, returnTo } })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return { ...body.data, provider }
}

/** Finishes a sign-in with the address that the provider has sent the browser to. */
export const finishFlow = (
  t: TestApp,
  { provider, binding }: Pick<StartedFlow, 'provider' | 'binding'>,
  back: URL,
): Promise<TestAnswer> =>
  t.call('openid.finish', { body: { provider, binding, parameters: back.search } })

/** Signs somebody in at a real provider, from the first click to the answer. */
export async function signInAt(
  t: TestApp,
  { provider, login, browser }: { provider: string; login: string; browser: ProviderBrowser },
): Promise<TestAnswer> {
  const flow = await startFlow(t, provider)
  return await finishFlow(t, flow, await browser.signIn(flow.url, login))
}

/** Adds a real provider as an owner does, and tells it of Steward. */
export async function addProvider(
  t: TestApp,
  token: string,
  provider: OpenidProvider,
  fields: Record<string, unknown> = {},
): Promise<{ id: string; redirectUri: string; backChannelLogoutUri: string }> {
  const { status, body } = await t.call('identityProviders.create', {
    token,
    body: {
      name: 'Campus',
      enabled: true,
      issuer: provider.issuer,
      clientId: 'steward',
      clientSecret: 'a secret of the client',
      scopes: 'openid email profile groups',
      ...fields,
    },
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  const { _id: id, redirectUri, backChannelLogoutUri } = body.data
  await provider.configure(clientOf(t, { redirectUri, backChannelLogoutUri }))
  return { id, redirectUri, backChannelLogoutUri }
}

/** The client of Steward as a provider is told of it. */
export const clientOf = (
  t: TestApp,
  { redirectUri, backChannelLogoutUri }: { redirectUri: string; backChannelLogoutUri: string },
) => ({
  client_id: 'steward',
  client_secret: 'a secret of the client',
  redirect_uris: [redirectUri],
  post_logout_redirect_uris: [new URL('/', t.config.publicUrl).href],
  backchannel_logout_uri: backChannelLogoutUri,
  backchannel_logout_session_required: true,
})
