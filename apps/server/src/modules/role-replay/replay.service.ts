import type { BodyOf, DataOf } from '@steward/contract/calls/endpoints'
import type { Rights } from '@steward/contract/permissions/conditions'
import { permission } from '@steward/contract/permissions/permissions'
import { replayedDays } from '@steward/contract/roles/replay'
import { msg } from '@steward/i18n/reader'
import { readWithin, TookTooLong, waitingSignal } from '../../db/reads/cancellation.ts'
import { hasPermission } from '../../http/authorize.ts'
import { Failure } from '../../http/failure.ts'
import { PersonRate } from '../../http/person-rate.ts'
import type { Staff } from '../../http/session.ts'
import { Queue } from '../../queue.ts'
import type { Services } from '../../services.ts'
import { visibleTo } from '../audit-log/audit-log.rules.ts'
import { comparedRights, findRoleUses } from '../roles/holders.store.ts'
import { firstCountedDay } from '../roles/permission-uses.store.ts'
import { requireShownConditions } from '../roles/shown-conditions.ts'
import {
  type ChangeShape,
  isSameCheck,
  judge,
  type Refusal,
  type RowCheck,
} from './replay.rules.ts'
import {
  type AreaCheck,
  findExamples,
  findNames,
  findRefused,
  findShapes,
  type Question,
} from './replay.store.ts'
import { RefusedRows, summed, sumOf } from './replay-sums.ts'

type RoleReplay = DataOf<'roles.replay'>

/** How many changes are looked at, and for how long in milliseconds. */
interface Limits {
  entries: number
  ms: number
}

/** The embedded engine has one session, for which everybody waits. */
const embedded: Limits = { entries: 10_000, ms: 5_000 }
const usual: Limits = { entries: 50_000, ms: 20_000 }

/** How many replays a person may begin in a minute. */
export const maxReplays = 20

const maxRows = 200
const maxPeople = 100

const listLog = permission('System', 'Audit log', 'list')

/** Replays drafts of roles: few at once, in turns between people, each for a limited time. */
export class Replays {
  readonly #services: Services
  readonly #rate = new PersonRate(
    { max: maxReplays, windowMs: 60_000 },
    msg('Too many replays. Please wait a minute.'),
  )
  readonly #turns = new Queue({
    concurrency: 2,
    waiting: 20,
    perPerson: 2,
    waitMs: 20_000,
    refuse: (reason) =>
      reason === 'person'
        ? new Failure('too_many', 'Another replay of yours is still running.', { retryAfter: 5 })
        : new TookTooLong(msg('Others are replaying roles, too. Please try again in a minute.')),
  })

  constructor(services: Services) {
    this.#services = services
  }

  /**
   * What a draft of a role would have refused in the last 90 days, and the role as it is saved wouldn't.
   * @throws {Failure} `not_found`, `unsafe`, `too_many` or `not_ready`
   */
  async take(session: Staff, draft: BodyOf<'roles.replay'>): Promise<RoleReplay> {
    this.#rate.take(session.user.id)
    const limits = this.#services.config.databaseUrl === undefined ? embedded : usual
    const advice = msg('Replay a smaller change, or try again when the server has less to do.')
    return await this.#turns.run(
      () => readWithin(limits.ms, advice, () => replay(this.#services, session, draft, limits)),
      { person: session.user.id, signal: waitingSignal() },
    )
  }
}

/** As {@link Replays.take}, without its bounds by person. */
export async function replay(
  { db, areas }: Pick<Services, 'db' | 'areas'>,
  session: Staff,
  body: BodyOf<'roles.replay'>,
  { entries }: Pick<Limits, 'entries'> = usual,
): Promise<RoleReplay> {
  const { role, saved, draft, gone, narrowed } = await comparedRights(db, body)
  requireShownConditions(draft.conditions, session, saved.conditions)
  const since = firstCountedDay(replayedDays)
  const replayed = { role: role.id, since, max: entries, visible: visibleTo(session) }
  const shapes = await findShapes(db, replayed)
  const { questions, refusals, draftChecks, savedChecks } = askedOf(shapes, saved, draft)
  const found =
    questions.length === 0
      ? []
      : await findRefused(db, areas.all, replayed, questions, refusals.length, {
          draft: { rights: draft, checks: draftChecks },
          saved: { rights: saved, checks: savedChecks },
        })
  const reasons: Refusal[] = [
    ...refusals,
    ...draftChecks.map(({ permission }) => ({ permission, reason: 'rows', field: null }) as const),
  ]
  const isList = ({ action }: { action: string }) => ['list', 'view'].includes(action)
  const [uses, reads] = [
    await findRoleUses(db, role.id, gone, since, session.scope),
    await findRoleUses(db, role.id, narrowed.filter(isList), since, session.scope),
  ]
  const people = await findNames(
    db,
    found.map(({ actor }) => actor),
  )
  const rows = new RefusedRows()
  for (const { person, permission, ...use } of uses)
    rows.add(person, { permission, reason: 'permission', field: null } as Refusal, use)
  let unknown = 0
  for (const { actor, name, verdict, changes, first_day, last_day, examples } of found) {
    const reason = verdict === null ? undefined : reasons[verdict]
    if (!reason) unknown += changes
    else
      rows.add(people.get(actor) ?? { _id: actor, name: name ?? '', image: null }, reason, {
        changes,
        firstDay: first_day,
        lastDay: last_day,
        ids: examples,
      })
  }
  const { all } = rows
  const shown = all.slice(0, maxRows)
  const ids = hasPermission(session, listLog) ? shown.flatMap((row) => row.ids) : []
  const examples = await findExamples(db, ids)
  const byPerson = summed(all, ({ person }) => person)
  return {
    since,
    refused: shown.map(({ ids: own, ...row }) => ({
      ...row,
      examples: [...new Set(own)]
        .sort((one, other) => other - one)
        .slice(0, 5)
        .flatMap((id) => examples.get(id) ?? []),
    })),
    refusedCount: all.length,
    people: byPerson.slice(0, maxPeople).map(({ of, ...counts }) => ({ person: of, ...counts })),
    peopleCount: byPerson.length,
    permissions: summed(all, (row) => row.permission).map(({ of, ...counts }) => ({
      permission: of,
      ...counts,
    })),
    requests: sumOf(all, 'requests'),
    changes: sumOf(all, 'changes'),
    narrowed: summed(
      reads.map((read) => ({ ...read, changes: 0 })),
      (read) => read.permission,
    ).map(({ of, requests }) => ({ permission: of, requests })),
    looked: sumOf(shapes, 'looked'),
    whole: sumOf(shapes, 'looked') < entries,
    unknown,
    unseen: sumOf(shapes, 'unseen'),
  }
}

/**
 * What the database is asked of the changes of each shape, and the refusals and checks that it is about. Shapes that the
 * draft refuses no more of than the role as it is saved are left out.
 */
function askedOf(
  shapes: readonly (ChangeShape & { shape: string })[],
  saved: Rights,
  draft: Rights,
) {
  const refusals: Refusal[] = []
  const draftChecks: AreaCheck[] = []
  const savedChecks: AreaCheck[] = []
  const questions = shapes.flatMap(({ shape, ...change }): Question[] => {
    const [was, will] = [judge(saved, change), judge(draft, change)]
    const isNew = (check: RowCheck) =>
      !was.checks.some((other) => isSameCheck(check, draft, other, saved))
    const fresh = will.checks.filter(isNew)
    if (was.refusal || (!will.refusal && fresh.length === 0)) return []
    const { area } = change
    return [
      {
        shape,
        refusal: will.refusal && placeOf(refusals, will.refusal),
        draft: fresh.map((check) => placeOf(draftChecks, { area, ...check })),
        saved: was.checks.map((check) => placeOf(savedChecks, { area, ...check })),
      },
    ]
  })
  return { questions, refusals, draftChecks, savedChecks }
}

/** The place of something in a list, to which it is added where it isn't there yet. */
function placeOf<T>(list: T[], one: T): number {
  const key = JSON.stringify(one)
  const place = list.findIndex((each) => JSON.stringify(each) === key)
  return place === -1 ? list.push(one) - 1 : place
}
