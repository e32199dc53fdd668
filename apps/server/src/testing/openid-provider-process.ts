import { createServer } from 'node:http'
import Provider from 'oidc-provider'
import type { ProviderSetup } from './openid-provider.ts'

// A real OpenID provider (oidc-provider) for tests, in a process of its own: it is told by messages what it is.

let people: ProviderSetup['people'] = {}
let serve: ReturnType<Provider['callback']> | undefined

const server = createServer((request, response) => {
  if (serve) serve(request, response)
  else response.writeHead(503).end()
})

function provide({ issuer, clients, keys, more }: ProviderSetup): Provider {
  return new Provider(issuer, {
    clients,
    jwks: { keys },
    // Both halves of the claims are in the ID token, as most providers have it.
    conformIdTokenClaims: false,
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name'],
      groups: ['groups'],
    },
    scopes: ['openid', 'email', 'profile', 'groups'],
    features: {
      devInteractions: { enabled: true },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true },
    },
    pkce: { required: () => true },
    findAccount: async (_: unknown, sub: string) =>
      people[sub] && { accountId: sub, claims: async () => ({ sub, ...people[sub] }) },
    // Nobody is asked what the client may know.
    loadExistingGrant: async (ctx: {
      oidc: {
        provider: Provider
        client: { clientId: string }
        session: { accountId: string; grantIdFor(client: string): string | undefined }
      }
    }) => {
      const { provider, client, session } = ctx.oidc
      const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId })
      grant.addOIDCScope('openid email profile groups')
      await grant.save()
      return grant
    },
    // Its own guard would keep it from calling this machine, where the tests are.
    fetch: (url: URL, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown }) =>
      fetch(url, options),
    cookies: { keys: ['for tests alone'] },
    ...more,
  })
}

process.on('message', (setup: ProviderSetup) => {
  people = setup.people
  if (setup.clients.length > 0) serve = provide(setup).callback()
  process.send?.({ ready: true })
})
// Its parent is gone.
process.on('disconnect', () => process.exit(0))

server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as { port: number }).port })
})
