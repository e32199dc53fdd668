import type { DataOf } from '@steward/contract/calls/endpoints'
import type { IdentityProvider } from '@steward/contract/identity-providers/identity-providers'
import { serve } from './server.ts'

/** An identity provider whose group `staff` gives a role. */
export const provider = (change: Partial<IdentityProvider> = {}): IdentityProvider => ({
  _id: 'p1',
  createdAt: '2026-03-01T08:00:00Z',
  updatedAt: '2026-03-01T08:00:00Z',
  name: 'Campus',
  enabled: true,
  issuer: 'https://id.example.com',
  clientId: 'steward',
  hasSecret: true,
  tokenAuth: 'client_secret_basic',
  scopes: 'openid profile email',
  subjectClaim: 'sub',
  groupsClaim: 'groups',
  groupRoles: [{ group: 'staff', role: { _id: 'r1', name: 'Editor', status: 'active' } }],
  admission: [{ claim: null, value: 'staff', status: 'pending' }],
  linksAccounts: false,
  clockSkewSeconds: 30,
  acrValues: '',
  stepUpMaxAge: 0,
  stepUpAcrValues: '',
  endsSession: true,
  people: 3,
  provisioner: null,
  redirectUri: 'https://staff.example.com/openid/p1',
  backChannelLogoutUri: 'https://staff.example.com/api/auth/openid/p1/logout',
  version: 4,
  ...change,
})

/** Answers with these providers, and with whether passwords work. */
export const serveProviders = (
  providers: IdentityProvider[],
  passwords: Partial<DataOf<'identityProviders.list'>['passwords']> = {},
) =>
  serve({
    'identityProviders.list': () => ({
      data: {
        providers,
        roles: [{ _id: 'r1', name: 'Editor', status: 'active', system: false }],
        passwords: { off: false, keptBy: [], version: 2, ...passwords },
        postLogoutUri: 'https://staff.example.com/',
        next: {
          _id: 'p9',
          redirectUri: 'https://staff.example.com/openid/p9',
          backChannelLogoutUri: 'https://staff.example.com/api/auth/openid/p9/logout',
        },
      },
    }),
  })
