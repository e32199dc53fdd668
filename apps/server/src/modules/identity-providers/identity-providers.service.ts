import type { BodyOf } from '@steward/contract/calls/endpoints'
import type { IdentityProvider } from '@steward/contract/identity-providers/identity-providers'
import { msg } from '@steward/i18n/reader'
import { say } from '@steward/i18n/sentence'
import type { Db } from '../../db/connection/connection.ts'
import { checkEffect } from '../../db/write/change-guard.ts'
import { write } from '../../db/write/write.ts'
import type { WriteTransaction } from '../../db/write/write-transaction.ts'
import { requireStepUp } from '../../http/authorize.ts'
import { conflict, invalidField, notFound } from '../../http/failure.ts'
import { AddressRefused } from '../../http/outbound.ts'
import { actorOf, type Session } from '../../http/session.ts'
import { newId } from '../../ids.ts'
import type { Services } from '../../services.ts'
import { endProviderSessions } from '../authentication/provider-sessions.store.ts'
import { checkVersion, mapUniqueViolation } from '../records/checks.ts'
import type { OwnerNotice } from '../records/revert.ts'
import { lockAuthorities } from '../roles/authority.store.ts'
import { clientSecretContext } from './client-secrets.ts'
import { type Giving, givingOf } from './group-roles.rules.ts'
import {
  countProviders,
  deleteProvider,
  findMappedRoles,
  findProviders,
  insertProvider,
  lockMappedRoles,
  lockProvider,
  maxProviders,
  type NewProvider,
  type ProviderPatch,
  type ProviderRow,
  updateProvider,
} from './identity-providers.store.ts'
import { providerView } from './identity-providers.view.ts'
import { requireMayMap } from './mapping.rules.ts'
import { mustLeaveOwnerIn } from './passwords-off.service.ts'

type Context = Pick<
  Services,
  'db' | 'config' | 'secrets' | 'outbound' | 'applyMapping' | 'notifyOwners'
>
type Sent = Partial<BodyOf<'identityProviders.update'>>

const alreadyTaken = {
  identity_providers_name_key: {
    path: 'name',
    msg: msg('Another identity provider has this name already. Choose another name.'),
  },
  identity_providers_issuer_key: {
    path: 'issuer',
    msg: msg('Another identity provider has this issuer already. Change that one instead.'),
  },
  identity_providers_pkey: {
    path: '_id',
    msg: msg('This identity provider has been added already. Reload the page.'),
  },
  identity_providers_provisioner_key: {
    path: 'provisioner',
    msg: msg('This service account provisions for another identity provider already.'),
  },
}

/** All providers, each with the names of its roles. */
export async function listProviders({
  db,
  config,
}: Pick<Services, 'db' | 'config'>): Promise<IdentityProvider[]> {
  const rows = await findProviders(db)
  const named = rows.flatMap(({ group_roles }) => group_roles.map(({ role }) => role))
  const roles = await findMappedRoles(db, named)
  return rows.map((row) => providerView(row, roles, config.publicUrl))
}

async function present(db: Db, { config }: Pick<Services, 'config'>, id: string) {
  const found = (await listProviders({ db, config })).find(({ _id }) => _id === id)
  if (!found) throw noSuchProvider()
  return found
}

export const noSuchProvider = () => notFound('There is no such identity provider.')

export async function createProvider(
  context: Context,
  session: Session,
  body: BodyOf<'identityProviders.create'>,
): Promise<IdentityProvider> {
  const { db, config } = context
  await mustBeReachable(context, session, body.issuer)
  const id = body._id?.toLowerCase() ?? newId()
  const work = write(db, actorOf(session), async (writing) => {
    const authorities = await lockAuthorities(writing, session, serviceAccount(body))
    mustBeServiceAccount(authorities, body)
    if ((await countProviders(writing.tx)) >= maxProviders) {
      throw conflict(
        say('There are {max} identity providers, which is the maximum. Delete one first.', {
          max: maxProviders,
        }),
      )
    }
    const after = body.groupRoles ?? []
    const { name, issuer, clientId } = body
    const from = { issuer, client_id: clientId, groups_claim: '', provisioner_id: null }
    const none = { name, version: 0, ...from, group_roles: [] }
    await requireMayChange(writing, authorities, none, body)
    await insertProvider(writing.tx, {
      ...(columnsOf(context, id, body) as Partial<NewProvider>),
      id,
      name,
      issuer,
      client_id: clientId,
      group_roles: JSON.stringify(after) as never,
      admission: JSON.stringify(body.admission ?? []) as never,
    })
    const provider = await present(writing.tx, { config }, id)
    writing.note(eventOf('create', provider, null, shown(provider)))
    // Checked last, so that it is asked for a change that is otherwise allowed.
    requireStepUp(authorities.session)
    return provider
  })
  return await mapUniqueViolation(work, alreadyTaken)
}

export async function changeProvider(
  context: Context,
  session: Session,
  id: string,
  body: Sent,
): Promise<IdentityProvider> {
  const { db, config } = context
  if (body.issuer !== undefined) await mustBeReachable(context, session, body.issuer)
  let notices: OwnerNotice[] = []
  const work = write(db, actorOf(session), async (writing) => {
    notices = []
    const { tx } = writing
    const row = await lockProvider(tx, id)
    const authorities = await lockAuthorities(writing, session, serviceAccount(body))
    if (!row) throw noSuchProvider()
    const before = await present(tx, { config }, row.id)
    await checkVersion(body.version, row, async () => before, msg('this identity provider'))
    mustBeServiceAccount(authorities, body)
    mustKeepSubjects(before, body)
    await requireMayChange(writing, authorities, row, body)
    const patch = changesOf(context, row, body)
    if (Object.keys(patch).length === 0) return before
    await updateProvider(tx, row.id, patch)
    const provider = await present(tx, { config }, row.id)
    const secret = 'client_secret' in patch ? 'The client secret was changed' : undefined
    const [was, is] = differences(shown(before), shown(provider))
    writing.note({ ...eventOf('update', provider, was, is), ...(secret && { detail: secret }) })
    if (before.enabled && !provider.enabled) await endSessionsThere(writing, session, row)
    // What is sent by SCIM follows at once; others at their next sign-in.
    if ('group_roles' in patch) notices = await context.applyMapping(writing, session, row.id)
    await mustLeaveOwnerIn(tx)
    requireStepUp(authorities.session)
    return provider
  })
  const changed = await mapUniqueViolation(work, alreadyTaken)
  for (const notice of notices) context.notifyOwners(session, notice)
  return changed
}

/** Deletes a provider for good, with its links; its people keep their roles. */
export const removeProvider = (
  { db, config }: Pick<Services, 'db' | 'config'>,
  session: Session,
  id: string,
): Promise<void> =>
  write(db, actorOf(session), async (writing) => {
    const row = await lockProvider(writing.tx, id)
    const authorities = await lockAuthorities(writing, session, {})
    if (!row) throw noSuchProvider()
    await requireMayChange(writing, authorities, row, { groupRoles: [] })
    const before = await present(writing.tx, { config }, row.id)
    await endSessionsThere(writing, session, row)
    await deleteProvider(writing.tx, row.id)
    writing.note(eventOf('delete', before, shown(before), null))
    await mustLeaveOwnerIn(writing.tx)
    requireStepUp(authorities.session)
  })

type Authorities = Awaited<ReturnType<typeof lockAuthorities>>

async function requireMayChange(
  { tx, actor }: Pick<WriteTransaction, 'tx' | 'actor'>,
  authorities: Authorities,
  row: Pick<ProviderRow, 'name' | 'version' | keyof Giving>,
  sent: Sent,
): Promise<void> {
  const before = row.group_roles
  const after = sent.groupRoles ?? before
  const named = [...before, ...after].map(({ role }) => role)
  const roles = await lockMappedRoles(tx, named)
  requireMayMap(authorities, { before, after }, roles)
  const owners = roles.find(({ system }) => system)?.id
  if (owners === undefined) return
  const changed = {
    issuer: sent.issuer ?? row.issuer,
    client_id: sent.clientId ?? row.client_id,
    groups_claim: sent.groupsClaim ?? row.groups_claim,
    provisioner_id: sent.provisioner === undefined ? row.provisioner_id : sent.provisioner,
    group_roles: after,
  }
  if (givingOf(owners, row) === givingOf(owners, changed)) return
  const effect = { kind: 'setting', setting: 'ownerRoles', title: row.name } as const
  await checkEffect(tx, actor, { ...effect, version: String(row.version) })
}

const serviceAccount = ({ provisioner }: Sent) => ({ users: provisioner ? [provisioner] : [] })

function mustBeServiceAccount(authorities: Authorities, { provisioner }: Sent): void {
  if (!provisioner) return
  const found = authorities.person(provisioner)?.user
  if (found?.service && found.deleted_at === null) return
  throw invalidField('provisioner', 'must be a service account')
}

/** The same subject of another issuer is somebody else. */
function mustKeepSubjects(before: IdentityProvider, { issuer, subjectClaim }: Sent): void {
  const moves =
    (issuer !== undefined && issuer !== before.issuer) ||
    (subjectClaim !== undefined && subjectClaim !== before.subjectClaim)
  if (!moves || before.people === 0) return
  throw conflict(
    say(
      '{count, plural, one {# account is} other {# accounts are}} linked by the issuer and subject of “{provider}”, so these can’t change. Add another identity provider instead.',
      { count: before.people, provider: before.name },
    ),
  )
}

/** Who signed in by a provider that is gone is signed out, but for whoever turns it off. */
async function endSessionsThere(writing: WriteTransaction, session: Session, row: ProviderRow) {
  await endProviderSessions(writing.tx, row.id, { except: session.id })
}

/** That no request would go to a private network; what is found there is for the test of the form to say. */
async function mustBeReachable(
  { outbound }: Context,
  session: Session,
  issuer: string,
): Promise<void> {
  try {
    await outbound.check(issuer, session.user.id)
  } catch (error) {
    if (error instanceof AddressRefused) throw invalidField('issuer', error.said)
    throw error
  }
}

/** The columns of what was sent, but for those that are JSON. */
function columnsOf({ secrets }: Context, id: string, sent: Sent): ProviderPatch {
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

function changesOf(context: Context, row: ProviderRow, sent: Sent): ProviderPatch {
  const columns = columnsOf(context, row.id, sent)
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

function differences(before: Record<string, unknown>, after: Record<string, unknown>) {
  const changed = Object.keys(after).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  )
  const of = (fields: Record<string, unknown>) =>
    Object.fromEntries(changed.map((key) => [key, fields[key]]))
  return [of(before), of(after)] as const
}

const eventOf = (
  action: 'create' | 'update' | 'delete',
  { _id, name }: IdentityProvider,
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
) => ({
  area: 'integrations' as const,
  action,
  record: { id: _id, title: name },
  ...(before && { before }),
  ...(after && { after }),
})
