import type { BodyOf } from '@steward/contract/calls/endpoints'
import { permission } from '@steward/contract/permissions/permissions'
import { retentionAreas } from '@steward/contract/privacy/places'
import type { Retention } from '@steward/contract/privacy/privacy'
import { msg } from '@steward/i18n/reader'
import type { Db } from '../../db/connection/connection.ts'
import { checkEffect } from '../../db/write/change-guard.ts'
import { write } from '../../db/write/write.ts'
import { hasPermission, requireStepUp } from '../../http/authorize.ts'
import { invalidField } from '../../http/failure.ts'
import { actorOf, type Session } from '../../http/session.ts'
import { checkVersion } from '../records/checks.ts'
import { countDue } from './due.store.ts'
import {
  findRetention,
  keepRetention,
  lockRetention,
  type RetentionRun,
} from './retention-settings.store.ts'

const update = permission('System', 'Personal data', 'update')

/** For how long each area is kept, and what goes next. */
export async function presentRetention(
  db: Db,
  run: RetentionRun,
  session: Session,
): Promise<Retention> {
  const kept = await findRetention(db, run.usual)
  const due: Retention['due'] = []
  for (const area of retentionAreas) due.push(await countDue(db, area, kept.days))
  return { ...kept, due, nextRun: run.next(), mayChange: hasPermission(session, update) }
}

const isShorter = (days: number | null, before: number | null): boolean =>
  days !== null && (before === null || days < before)

/** Sets for how long each area is kept; a step-up is asked for, as what goes can't be brought back. */
export async function saveRetention(
  db: Db,
  run: RetentionRun,
  session: Session,
  { days, version }: BodyOf<'privacy.saveRetention'>,
): Promise<void> {
  await write(db, actorOf(session), async ({ tx, note, actor }) => {
    const was = await lockRetention(tx, run.usual)
    const present = () => presentRetention(tx, run, session)
    await checkVersion(version ?? undefined, was, present, msg('how long personal data is kept'))
    const changed = retentionAreas.filter((area) => was.days[area] !== days[area])
    if (changed.length === 0) return
    if (run.usual.trash === null && days.trash !== null)
      throw invalidField('days.trash', msg('must be empty: the server has TRASH_DAYS=0'))
    requireStepUp(session)
    if (isShorter(days.trash, was.days.trash)) {
      const title = String(days.trash)
      const effect = { kind: 'setting', setting: 'trash', title } as const
      await checkEffect(tx, actor, { ...effect, version: String(was.version) })
    }
    await keepRetention(tx, { days, version: was.version + 1 })
    const only = (of: typeof days) => Object.fromEntries(changed.map((area) => [area, of[area]]))
    note({
      area: 'personal-data',
      action: 'update',
      before: { days: only(was.days) },
      after: { days: only(days) },
    })
  })
}
