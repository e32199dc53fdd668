import type { BodyOf } from '@steward/contract/calls/endpoints'
import type { ConsentRule, ConsentSettings } from '@steward/contract/consents/consents'
import { allPermissions, permissionName } from '@steward/contract/permissions/permissions'
import { userSubmodule, userTypes } from '@steward/contract/users/users'
import { msg } from '@steward/i18n/reader'
import type { Db } from '../../db/connection/connection.ts'
import { checkEffect } from '../../db/write/change-guard.ts'
import { write } from '../../db/write/write.ts'
import { requireStepUp } from '../../http/authorize.ts'
import { notPermitted } from '../../http/failure.ts'
import { actorOf, type Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { checkVersion } from '../records/checks.ts'
import { lockAuthorities } from '../roles/authority.store.ts'
import { findOwnersWhoCanSignIn } from '../roles/owners.store.ts'
import { rightsOf } from '../roles/staff.store.ts'
import { heldNames, isAnyOn, weakens } from './consents.rules.ts'
import { listStaff, lockRules, type RulesRow, readRules, saveRules } from './consents.store.ts'

const rulesView = ({ purge, owner_roles, export_people, bulk, version }: RulesRow) => ({
  purge,
  ownerRoles: owner_roles,
  exportPeople: export_people,
  bulk,
  version,
})

export async function settingsOf(
  db: Db,
  session: Session,
  row?: RulesRow,
): Promise<ConsentSettings> {
  const rules = row ?? (await readRules(db))
  const owners = await findOwnersWhoCanSignIn(db)
  return {
    ...rulesView(rules),
    mayChange: session.owner,
    owners: owners.length,
    cannotWork: await cannotWork(db, session),
  }
}

const exportNames = userTypes.map((type) => `Users · ${userSubmodule[type]} · list`)

/** What somebody else has to hold for each rule to be able to work; nothing where an owner alone can agree. */
const anyOf: Readonly<Record<Exclude<ConsentRule, 'ownerRoles' | 'rules'>, readonly string[]>> = {
  purge: allPermissions.filter(({ action }) => action === 'purge').map(permissionName),
  bulk: allPermissions.map(permissionName),
  exportPeople: exportNames,
}

/** The rules by which a person could do nothing, as nobody else could agree to anything. */
async function cannotWork(db: Db, { user }: Pick<Session, 'user'>): Promise<ConsentRule[]> {
  const others = (await listStaff(db)).filter(({ user_id }) => user_id !== user.id)
  const held = new Set(others.flatMap((each) => heldNames(rightsOf(each))))
  const without = (Object.keys(anyOf) as (keyof typeof anyOf)[]).filter(
    (rule) => !anyOf[rule].some((name) => held.has(name)),
  )
  return others.some(({ system }) => system) ? without : [...without, 'ownerRoles']
}

/**
 * Sets the rules. To weaken one needs a second owner, while there is another.
 * @throws {Failure} `not_permitted` for others than owners, `out_of_date`, `step_up_required` and `consent_required`
 */
export async function setRules(
  { db }: Pick<Services, 'db'>,
  session: Session,
  body: BodyOf<'consents.saveRules'>,
): Promise<ConsentSettings> {
  return await write(db, actorOf(session), async (writing) => {
    const { tx, note, actor } = writing
    const authorities = await lockAuthorities(writing, session, {})
    if (!authorities.session.owner) {
      throw notPermitted('Only an owner can set what needs the consent of a second person.')
    }
    const before = await lockRules(tx)
    const present = async () => rulesView(before)
    await checkVersion(body.version, before, present, msg('these rules'))
    requireStepUp(session)
    if (isAnyOn(before) && weakens(before, body)) {
      const version = String(before.version)
      const effect = { kind: 'setting', setting: 'rules', title: 'rules', version } as const
      await checkEffect(tx, actor, effect)
    }
    await saveRules(tx, {
      purge: body.purge,
      owner_roles: body.ownerRoles,
      export_people: body.exportPeople,
      bulk: body.bulk,
    })
    const after = await readRules(tx)
    note({
      area: 'consents',
      action: 'update',
      record: { id: null, title: 'rules' },
      before: noted(before),
      after: noted(after),
    })
    return await settingsOf(tx, session, after)
  })
}

const noted = ({ purge, owner_roles, export_people, bulk }: RulesRow) => ({
  purge,
  owner_roles,
  export_people,
  bulk,
})
