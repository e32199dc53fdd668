import type { BodyOf } from '@steward/contract/calls/endpoints'
import { msg } from '@steward/i18n/reader'
import { nested, say } from '@steward/i18n/sentence'
import { write } from '../../db/write/write.ts'
import { requireStepUp } from '../../http/authorize.ts'
import { conflict, Failure, unsafe } from '../../http/failure.ts'
import { actorOf, type Session, sessionEnded } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { accountEvent } from '../authentication/account-events.ts'
import { noteStepUp } from '../authentication/sessions.store.ts'
import { findKnownAccounts, findProvisionedGroups } from '../identity-providers/accounts.store.ts'
import { personOf } from '../identity-providers/claims.rules.ts'
import { roleByGroups } from '../identity-providers/group-roles.rules.ts'
import {
  insertLink,
  noteOwnerGroups,
  subjectsOf,
} from '../identity-providers/identity-links.store.ts'
import {
  lockMappedRoles,
  type ProviderRow,
  shareProvider,
} from '../identity-providers/identity-providers.store.ts'
import { lockAuthorities } from '../roles/authority.store.ts'
import { lockActiveOwners } from '../roles/owners.store.ts'
import { newOwnerNotice } from '../users/user-change.rules.ts'
import {
  type Began,
  beginFlow,
  enabledProvider,
  type Finished,
  mustHaveAcr,
} from './authorization.service.ts'

/** Begins a step-up at a linked provider, or the link of an account, which takes a step-up first. */
export async function beginOwn(
  services: Services,
  session: Session,
  { provider: id, purpose, returnTo }: BodyOf<'openid.startOwn'>,
): Promise<Began> {
  const provider = await enabledProvider(services, id)
  const flow = { purpose, ip: session.address, session_id: session.id, return_to: returnTo }
  if (purpose === 'step_up') {
    await mustBeLinked(services, session, provider)
    return await beginFlow(services, provider, { ...flow, asks: stepUpAsks(provider) })
  }
  requireStepUp(session)
  return await beginFlow(services, provider, { ...flow, asks: { prompt: 'login' } })
}

/** What a step-up asks: to sign in anew, not long ago, and as strongly as is wanted. */
const stepUpAsks = ({ step_up_max_age, step_up_acr_values }: ProviderRow) => ({
  prompt: 'login',
  max_age: String(step_up_max_age),
  ...(step_up_acr_values && { acr_values: step_up_acr_values }),
})

async function mustBeLinked({ db }: Services, session: Session, provider: ProviderRow) {
  const subjects = await subjectsOf(db, session.user.id, provider.id)
  if (subjects.length > 0) return subjects
  throw conflict(
    say('Your account isn’t linked to “{provider}”. Confirm with your password or a passkey.', {
      provider: provider.name,
    }),
  )
}

/** Finishes a step-up; returns until when it holds. */
export async function finishStepUp(
  services: Services,
  session: Session,
  { provider, claims, flow }: Finished,
): Promise<string> {
  mustBeOfSession(flow, session)
  const subjects = await mustBeLinked(services, session, provider)
  const { subject } = personOf(claims, provider)
  if (!subject || !subjects.includes(subject)) {
    throw new Failure(
      'wrong_credentials',
      say('Somebody else has signed in at “{provider}”. Confirm with your own account there.', {
        provider: provider.name,
      }),
    )
  }
  mustBeFresh(provider, claims, flow)
  mustHaveAcr(provider, claims, provider.step_up_acr_values)
  const until = await noteStepUp(services.db, session.id)
  if (!until) throw sessionEnded()
  return until
}

function mustBeOfSession({ session_id }: Finished['flow'], { id }: Session): void {
  if (session_id === id) return
  throw new Failure('dead_link', 'This was begun by another session. Please begin again.')
}

/** Requires that the person has proved anew who they are, and not only has a session at the provider. */
function mustBeFresh(
  provider: ProviderRow,
  claims: Finished['claims'],
  flow: Finished['flow'],
): void {
  const { auth_time: at } = claims
  const earliest =
    Date.parse(flow.started_at) / 1000 - provider.step_up_max_age - provider.clock_skew_seconds
  if (typeof at === 'number' && at >= earliest) return
  throw new Failure(
    'wrong_credentials',
    say(
      '“{provider}” didn’t ask you anew who you are. Confirm with your password or a passkey, and tell an owner.',
      { provider: provider.name },
    ),
  )
}

/** Links one's own account with who one is at a provider, which from then on decides about one's role. */
export async function finishLink(
  services: Services,
  session: Session,
  { provider: { id: providerId }, claims, flow }: Finished,
): Promise<void> {
  mustBeOfSession(flow, session)
  const becameOwner = await write(services.db, actorOf(session), async (writing) => {
    const { tx } = writing
    const provider = await shareProvider(tx, providerId)
    const { self } = await lockAuthorities(writing, session, {})
    if (self.role?.system) await lockActiveOwners(tx)
    if (!provider?.enabled)
      throw conflict('Nobody can sign in with this identity provider any more.')
    const person = personOf(claims, provider)
    const named = { provider: provider.name }
    if (!person.subject)
      throw conflict(
        say('“{provider}” doesn’t say who you are: its token has no usable subject.', named),
      )
    if (self.provider && self.provider.id !== provider.id) {
      throw conflict(
        say('Your role comes from “{other}” already. An account has one identity provider.', {
          other: self.provider.name,
        }),
      )
    }
    const mapped = provider.group_roles.map(({ role }) => role)
    const roles = await lockMappedRoles(tx, mapped)
    const { linked } = await findKnownAccounts(tx, provider.id, person)
    if (linked && linked.user.id !== self.user.id)
      throw conflict(say('Who you are at “{provider}” is linked to another account here.', named))
    // As at a sign-in, the groups that are sent by SCIM count before those of the token.
    const provisioned = await findProvisionedGroups(tx, provider.id, self.user.id)
    const found = roleByGroups(provider.group_roles, provisioned ?? person.groups, roles)
    if (!found.role) {
      throw conflict(
        say('Your account can’t be linked: {problem}', {
          problem: nested(found.problem ?? msg('none of your groups there has a role here.')),
        }),
      )
    }
    const losesOwner = self.role?.system === true && !found.role.system
    const own = losesOwner
      ? await findKnownAccounts(tx, provider.id, { subject: null, email: self.user.email })
      : null
    if (own?.sameAddress?.lastOwner) {
      throw unsafe(
        say(
          'Your groups there give you the role “{role}”, but you are the last owner. Make somebody else an owner first.',
          {
            role: found.role.name,
          },
        ),
      )
    }
    if (!linked) await insertLink(tx, provider.id, person.subject, self.user.id)
    const ownerGroups = found.role.system && !provisioned ? person.groups : null
    await noteOwnerGroups(tx, provider.id, person.subject, ownerGroups)
    await writing.update('users', [self.user], {
      provider_id: provider.id,
      role_id: found.role.id,
    })
    writing.note(accountEvent('update', session.user, `Linked to ${provider.name}`))
    return found.role.system && self.role?.system !== true
  })
  if (becameOwner)
    services.notifyOwners(session, newOwnerNotice({ ...session.user, status: 'active' }))
}
