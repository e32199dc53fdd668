import type { BodyOf } from '@steward/contract/calls/endpoints'
import type { Translatable } from '@steward/contract/calls/errors'
import { permission } from '@steward/contract/permissions/permissions'
import type { ContentChoice, ErasureEffect, PersonalPlace } from '@steward/contract/privacy/places'
import type { ErasurePreview } from '@steward/contract/privacy/privacy'
import { userSubmodule } from '@steward/contract/users/users'
import { msg } from '@steward/i18n/reader'
import { say, translatable } from '@steward/i18n/sentence'
import type { Db } from '../../db/connection/connection.ts'
import { dryRun, write } from '../../db/write/write.ts'
import type { WriteTransaction } from '../../db/write/write-transaction.ts'
import { requirePermission, requireStepUp } from '../../http/authorize.ts'
import { conflict, Failure, invalidField, notFound, unsafe } from '../../http/failure.ts'
import { actorOf, type Session } from '../../http/session.ts'
import { createJob, recordsOf } from '../jobs/batches.store.ts'
import { requireFor } from '../records/record-permission.ts'
import { applyToUsers, lockPerson } from '../users/users.service.ts'
import { findAnyUser, type UserRow } from '../users/users.store.ts'
import { countInAuditLog } from './audit-entries.ts'
import { mentionsIn, personalData } from './catalogue/catalogue.ts'
import type { Place } from './catalogue/place.ts'
import { isBeingErased, noteErasure, setJobTotal } from './erased-people.store.ts'
import { readIdentifiers } from './identifiers.store.ts'
import { type Identifiers, isFullName, soughtOf, withoutSought } from './identifiers.ts'
import { countImportFiles } from './import-files.ts'
import { mailsNaming } from './outbox.ts'
import { countMentions, countNamed, countTheirs } from './places.store.ts'
import { countSnapshots } from './snapshots.store.ts'
import type { ErasureContext } from './steps.ts'

/**
 * Locks a person and ends their access, as a deletion does; throws where the rules of users forbid that.
 * @returns who it is, before anything was changed
 */
async function begin(writing: WriteTransaction, session: Session, id: string) {
  const { authorities, target } = await lockPerson(writing, session, id)
  const { user } = target
  await requireView(writing.tx, authorities.session, user)
  if (user.id === authorities.self.user.id) {
    throw unsafe('You can’t erase yourself. Ask another owner or admin.')
  }
  if (user.service) {
    throw conflict(
      say('{name} is the account of a program, not a person. Delete it instead.', {
        name: user.name,
      }),
    )
  }
  if (await isBeingErased(writing.tx, user.id))
    throw conflict('This person is being erased already. See the jobs.')
  const gone = { deleted_at: user.deleted_at ?? new Date().toISOString() }
  await applyToUsers(writing, authorities, [target], gone)
  return { user, authorities }
}

/** What an erasure would do, and what stands in its way; changes nothing. */
export async function previewErasure(
  context: ErasureContext,
  session: Session,
  id: string,
): Promise<ErasurePreview> {
  const { db } = context
  const found = await findPerson(db, session, id)
  const obstacle = await obstacleOf(db, session, id)
  const identifiers = await readIdentifiers(db, found.id)
  const places = await countPlaces(context, found.id, identifiers)
  return { name: found.name, places, mentions: await mentionsOf(db, identifiers), obstacle }
}

/** The person, deleted or not; throws a Failure `not_found`, or `not_permitted` where one may not view them. */
export async function findPerson(db: Db, session: Session, id: string) {
  const person = await findAnyUser(db, id, session.scope)
  if (!person) throw notFound('There is no such user.')
  await requireView(db, session, person)
  return person
}

async function requireView(
  db: Db,
  session: Session,
  { id, name, type }: Pick<UserRow, 'id' | 'name' | 'type'>,
): Promise<void> {
  const view = permission('Users', userSubmodule[type], 'view')
  requirePermission(session, view)
  await requireFor(db, session, [view], { area: 'users', id, title: name })
}

async function obstacleOf(
  db: Db,
  session: Session,
  id: string,
): Promise<({ message: string } & Translatable) | null> {
  try {
    await dryRun(db, actorOf(session), (writing) => begin(writing, session, id))
    return null
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { message: String(error.said), ...(translatable(error.said) as Translatable) }
  }
}

const effectOf = ({ erasure }: Place): ErasureEffect => {
  if (typeof erasure === 'object') return 'keep'
  return erasure === 'user' ? 'delete' : erasure
}

async function countPlaces(context: ErasureContext, person: string, identifiers: Identifiers) {
  const { db, storage, dataDir } = context
  const counts = new Map<string, { place: PersonalPlace; does: ErasureEffect; count: number }>()
  const add = (place: PersonalPlace, does: ErasureEffect, count: number) => {
    const key = `${place} ${does}`
    counts.set(key, { place, does, count: (counts.get(key)?.count ?? 0) + count })
  }
  for (const place of personalData) {
    if (place.table === 'audit_entries' || place.table === 'erased_people') continue
    add(place.place, effectOf(place), await countTheirs(db, place, person))
    add(place.place, 'replace', await countNamed(db, place, person))
  }
  add('auditLog', 'replace', await countInAuditLog(db, person, identifiers))
  add('imports', 'delete', await countImportFiles(storage))
  add('snapshots', 'delete', await countSnapshots(db))
  add('mails', 'delete', (await mailsNaming(dataDir, identifiers)).length)
  return [...counts.values()].filter(({ count }) => count > 0)
}

async function mentionsOf(db: Db, identifiers: Identifiers): Promise<ErasurePreview['mentions']> {
  const sought = soughtOf(identifiers)
  const names = identifiers.isOnlyOne && identifiers.names.some(isFullName)
  let count = 0
  for (const place of sought ? personalData : [])
    if (sought && mentionsIn(place).length > 0) count += await countMentions(db, place, sought)
  return { count, names }
}

/** Starts the job that erases a person; returns its id. */
export async function startErasure(
  context: ErasureContext,
  session: Session,
  id: string,
  { content, reason, name }: BodyOf<'privacy.erase'>,
): Promise<string> {
  const { db } = context
  const found = await findPerson(db, session, id)
  // Counted before anything is locked; the job counts what it really does.
  const places = await countPlaces(context, found.id, await readIdentifiers(db, found.id))
  return await write(db, actorOf(session), async (writing) => {
    const { tx } = writing
    const { user, authorities } = await begin(writing, session, id)
    if (name.trim() !== user.name.trim())
      throw invalidField('name', msg('must be the name of the person, as it is written above'))
    requireStepUp(authorities.session)
    const identifiers = await readIdentifiers(tx, user.id)
    const job = await createJob(
      tx,
      {
        area: 'users',
        action: 'erase',
        patch: null,
        startedBy: session.user.id,
        via: actorOf(session).via,
        erases: { person: user, content },
      },
      recordsOf([user.id]),
    )
    await noteErasure(tx, user.id, { user: session.user.id, job: job.id }, content, identifiers)
    await setJobTotal(tx, job.id, totalOf(places, content))
    writing.note({
      area: 'users',
      action: 'job',
      personTypes: [user.type],
      detail: `erase: ${content}`,
      after: { reason: withoutSought(reason, identifiers), content, erased: user.id },
    })
    return job.id
  })
}

const totalOf = (
  places: readonly { does: ErasureEffect; count: number }[],
  content: ContentChoice,
): number =>
  places.reduce((sum, { does, count }) => {
    const stays = does === 'keep' || (does === 'choose' && content === 'keep')
    return stays ? sum : sum + count
  }, 0)
