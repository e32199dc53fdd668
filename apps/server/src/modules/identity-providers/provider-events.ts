import type { IdentityProvider } from '@steward/contract/identity-providers/identity-providers'
import type { AuditEvent } from '../../db/write/audit-lines.ts'

/** What the audit log shows of a provider: never the secret. */
function shown(provider: IdentityProvider): Record<string, unknown> {
  const {
    _id,
    createdAt,
    updatedAt,
    people,
    redirectUri,
    backChannelLogoutUri,
    version,
    ...fields
  } = provider
  return {
    ...fields,
    provisioner: provider.provisioner?.name ?? null,
    groupRoles: provider.groupRoles.map(({ group, role }) => `${group} → ${role?.name ?? '?'}`),
    admission: provider.admission.map(
      ({ claim, value, status }) => `${claim ?? 'groups'} = ${value} → ${status}`,
    ),
  }
}

/** What `before` and `after` have otherwise than each other. */
function differences(was: IdentityProvider, is: IdentityProvider) {
  const [before, after] = [shown(was), shown(is)]
  const changed = Object.keys(after).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  )
  const of = (fields: Record<string, unknown>) =>
    Object.fromEntries(changed.map((key) => [key, fields[key]]))
  return { before: of(before), after: of(after) }
}

const eventOf = (
  action: 'create' | 'update' | 'delete',
  { _id, name }: IdentityProvider,
  changed: Pick<AuditEvent, 'before' | 'after'>,
): AuditEvent => ({
  area: 'integrations',
  action,
  record: { id: _id, title: name },
  ...changed,
})

export const createdEvent = (provider: IdentityProvider) =>
  eventOf('create', provider, { after: shown(provider) })

export const updatedEvent = (was: IdentityProvider, is: IdentityProvider) =>
  eventOf('update', is, differences(was, is))

export const deletedEvent = (provider: IdentityProvider) =>
  eventOf('delete', provider, { before: shown(provider) })
