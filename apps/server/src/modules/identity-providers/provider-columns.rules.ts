import type { BodyOf } from '@steward/contract/calls/endpoints'
import type { Secrets } from '../../secrets.ts'
import { clientSecretContext } from './client-secrets.ts'
import type { ProviderPatch, ProviderRow } from './identity-providers.store.ts'

/** What is sent of a provider that is made or changed. */
export type SentProvider = Partial<BodyOf<'identityProviders.update'>>

/** The columns of what was sent, but for those that are JSON. */
export function columnsOf(secrets: Secrets, id: string, sent: SentProvider): ProviderPatch {
  const secret = sent.clientSecret
  const columns = {
    name: sent.name,
    enabled: sent.enabled,
    issuer: sent.issuer,
    client_id: sent.clientId,
    client_secret:
      secret === undefined ? undefined : secret && secrets.seal(secret, clientSecretContext(id)),
    token_auth: sent.tokenAuth,
    scopes: sent.scopes,
    subject_claim: sent.subjectClaim,
    groups_claim: sent.groupsClaim,
    links_accounts: sent.linksAccounts,
    clock_skew_seconds: sent.clockSkewSeconds,
    acr_values: sent.acrValues === undefined ? undefined : (sent.acrValues ?? ''),
    step_up_max_age: sent.stepUpMaxAge,
    step_up_acr_values:
      sent.stepUpAcrValues === undefined ? undefined : (sent.stepUpAcrValues ?? ''),
    ends_session: sent.endsSession,
    provisioner_id: sent.provisioner,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

/** The columns that change, with those that are JSON. */
export function changesOf(secrets: Secrets, row: ProviderRow, sent: SentProvider): ProviderPatch {
  const columns = columnsOf(secrets, row.id, sent)
  const lists = { group_roles: sent.groupRoles, admission: sent.admission }
  const changed = Object.entries(columns).filter(
    ([column, value]) => value !== row[column as keyof ProviderRow],
  )
  const changedLists = Object.entries(lists).flatMap(([column, value]) => {
    const now = value && JSON.stringify(value)
    const was = JSON.stringify(ordered(row[column as keyof typeof lists]))
    return now && JSON.stringify(ordered(value)) !== was ? [[column, now] as const] : []
  })
  return Object.fromEntries([...changed, ...changedLists])
}

/** Entries with their keys in one order, to be compared. */
const ordered = (entries: readonly object[]) =>
  entries.map((entry) =>
    Object.fromEntries(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1))),
  )
