import type { BodyOf } from '@steward/contract/calls/endpoints'
import type { IdentityProvider } from '@steward/contract/identity-providers/identity-providers'
import { msg } from '@steward/i18n/reader'
import { say } from '@steward/i18n/sentence'
import type { Db } from '../../db/connection/connection.ts'
import { write } from '../../db/write/write.ts'
import type { WriteTransaction } from '../../db/write/write-transaction.ts'
import { requireStepUp } from '../../http/authorize.ts'
import { conflict, notFound } from '../../http/failure.ts'
import { actorOf, type Session } from '../../http/session.ts'
import { newId } from '../../ids.ts'
import type { Services } from '../../services.ts'
import { endProviderSessions } from '../authentication/provider-sessions.store.ts'
import { checkVersion, mapUniqueViolation } from '../records/checks.ts'
import type { OwnerNotice } from '../records/revert.ts'
import { lockAuthorities } from '../roles/authority.store.ts'
import {
  countProviders,
  deleteProvider,
  findMappedRoles,
  findProviders,
  insertProvider,
  lockProvider,
  maxProviders,
  type NewProvider,
  type ProviderRow,
  updateProvider,
} from './identity-providers.store.ts'
import { providerView } from './identity-providers.view.ts'
import { mustLeaveOwnerIn } from './passwords-off.service.ts'
import {
  mustBeReachable,
  mustBeServiceAccount,
  mustKeepSubjects,
  requireMayChange,
  serviceAccount,
} from './provider-checks.service.ts'
import { changesOf, columnsOf, type SentProvider } from './provider-columns.rules.ts'
import { createdEvent, deletedEvent, updatedEvent } from './provider-events.ts'

type Context = Pick<
  Services,
  'db' | 'config' | 'secrets' | 'outbound' | 'applyMapping' | 'notifyOwners'
>

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
      ...(columnsOf(context.secrets, id, body) as Partial<NewProvider>),
      id,
      name,
      issuer,
      client_id: clientId,
      group_roles: JSON.stringify(after) as never,
      admission: JSON.stringify(body.admission ?? []) as never,
    })
    const provider = await present(writing.tx, { config }, id)
    writing.note(createdEvent(provider))
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
  body: SentProvider,
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
    const patch = changesOf(context.secrets, row, body)
    if (Object.keys(patch).length === 0) return before
    await updateProvider(tx, row.id, patch)
    const provider = await present(tx, { config }, row.id)
    const secret = 'client_secret' in patch ? 'The client secret was changed' : undefined
    writing.note({ ...updatedEvent(before, provider), ...(secret && { detail: secret }) })
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
    writing.note(deletedEvent(before))
    await mustLeaveOwnerIn(writing.tx)
    requireStepUp(authorities.session)
  })

/** Who signed in by a provider that is gone is signed out, but for whoever turns it off. */
async function endSessionsThere(writing: WriteTransaction, session: Session, row: ProviderRow) {
  await endProviderSessions(writing.tx, row.id, { except: session.id })
}
