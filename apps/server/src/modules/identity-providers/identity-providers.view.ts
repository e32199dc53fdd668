import type { IdentityProvider } from '@steward/contract/identity-providers/identity-providers'
import type { MappedRole } from './group-roles.rules.ts'
import type { ListedProvider } from './identity-providers.store.ts'

/** Where the provider sends the browser back to; one for each, so that answers of two aren't mixed up. */
export const redirectUri = (publicUrl: string, id: string): string =>
  new URL(`/openid/${id}`, publicUrl).href

/** The addresses that a provider is told. */
export const addressesOf = (publicUrl: string, id: string) => ({
  redirectUri: redirectUri(publicUrl, id),
  backChannelLogoutUri: new URL(`/api/auth/openid/${id}/logout`, publicUrl).href,
})

/** Where the provider sends the browser once it has signed out. */
export const postLogoutUri = (publicUrl: string): string => new URL('/', publicUrl).href

export function providerView(
  row: ListedProvider,
  roles: readonly MappedRole[],
  publicUrl: string,
): IdentityProvider {
  const roleOf = (id: string) => {
    const role = roles.find((each) => each.id === id)
    return role ? { _id: role.id, name: role.name, status: role.status } : null
  }
  return {
    _id: row.id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    name: row.name,
    enabled: row.enabled,
    issuer: row.issuer,
    clientId: row.client_id,
    hasSecret: row.client_secret !== null,
    tokenAuth: row.token_auth,
    scopes: row.scopes,
    subjectClaim: row.subject_claim,
    groupsClaim: row.groups_claim,
    groupRoles: row.group_roles.map(({ group, role }) => ({ group, role: roleOf(role) })),
    admission: row.admission,
    linksAccounts: row.links_accounts,
    clockSkewSeconds: row.clock_skew_seconds,
    acrValues: row.acr_values,
    stepUpMaxAge: row.step_up_max_age,
    stepUpAcrValues: row.step_up_acr_values,
    endsSession: row.ends_session,
    people: row.people,
    provisioner:
      row.provisioner_id !== null && row.provisioner_name !== null
        ? { _id: row.provisioner_id, name: row.provisioner_name }
        : null,
    ...addressesOf(publicUrl, row.id),
    version: row.version,
  }
}
