import type { BodyOf, DataOf } from '@steward/contract/calls/endpoints'
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
import { comparedRights, findRoleUses } from './holders.store.ts'
import { firstCountedDay } from './permission-uses.store.ts'
import { isSameCheck, judge, type Refusal } from './replay.rules.ts'
import {
  type Checks,
  findExamples,
  findNames,
  findRefused,
  findShapes,
  type Question,
} from './replay.store.ts'

type RoleReplay = DataOf<'roles.replay'>
type Person = RoleReplay['refused'][number]['person']

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
  const since = firstCountedDay(replayedDays)
  const replayed = { role: role.id, since, max: entries, visible: visibleTo(session) }
  const shapes = await findShapes(db, replayed)
  const refusals: Refusal[] = []
  const before: Checks = { rights: saved, checks: [] }
  const after: Checks = { rights: draft, checks: [] }
  const questions = shapes.flatMap((shape): Question[] => {
    const [was, will] = [judge(saved, shape), judge(draft, shape)]
    const isNew = (check: (typeof will.checks)[number]) =>
      !was.checks.some((other) => isSameCheck(check, draft, other, saved))
    const fresh = will.checks.filter(isNew)
    if (was.refusal || (!will.refusal && fresh.length === 0)) return []
    return [
      {
        shape: shape.shape,
        refusal: will.refusal && placeOf(refusals, will.refusal),
        draft: fresh.map((check) => placeOf(after.checks, { area: shape.area, ...check })),
        saved: was.checks.map((check) => placeOf(before.checks, { area: shape.area, ...check })),
      },
    ]
  })
  const found =
    questions.length === 0
      ? []
      : await findRefused(db, areas.all, replayed, questions, refusals.length, {
          draft: after,
          saved: before,
        })
  const reasons: Refusal[] = [
    ...refusals,
    ...after.checks.map(
      (check) => ({ permission: check.permission, reason: 'rows', field: null }) as const,
    ),
  ]
  const isList = ({ action }: { action: string }) => ['list', 'view'].includes(action)
  const [uses, reads, people] = [
    await findRoleUses(db, role.id, gone, since),
    await findRoleUses(db, role.id, narrowed.filter(isList), since),
    await findNames(
      db,
      found.map(({ actor }) => actor),
    ),
  ]
  const rows = new Map<string, RoleReplay['refused'][number] & { ids: number[] }>()
  const add = (
    person: Person,
    { permission, reason, field }: Refusal,
    { requests = 0, changes = 0, firstDay, lastDay, ids = [] }: Added,
  ) => {
    const key = JSON.stringify([person._id, permission, reason, field])
    const known = rows.get(key)
    if (!known)
      rows.set(key, {
        person,
        permission,
        reason,
        field,
        requests,
        changes,
        firstDay,
        lastDay,
        examples: [],
        ids,
      })
    else {
      known.requests += requests
      known.changes += changes
      if (firstDay < known.firstDay) known.firstDay = firstDay
      if (lastDay > known.lastDay) known.lastDay = lastDay
      known.ids = [...known.ids, ...ids]
    }
  }
  for (const { person, permission, ...use } of uses)
    add(person, { permission, reason: 'permission', field: null } as Refusal, use)
  let unknown = 0
  for (const { actor, name, verdict, changes, first_day, last_day, examples } of found) {
    const reason = verdict === null ? undefined : reasons[verdict]
    if (!reason) unknown += changes
    else
      add(people.get(actor) ?? { _id: actor, name: name ?? '', image: null }, reason, {
        changes,
        firstDay: first_day,
        lastDay: last_day,
        ids: examples,
      })
  }
  const all = [...rows.values()].sort(mostFirst)
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

interface Added {
  requests?: number
  changes?: number
  firstDay: string
  lastDay: string
  ids?: number[]
}

interface Counted {
  requests: number
  changes: number
}

const mostFirst = (one: Counted, other: Counted) =>
  other.requests + other.changes - one.requests - one.changes

const sumOf = <K extends string>(rows: readonly Record<K, number>[], key: K): number =>
  rows.reduce((sum, row) => sum + row[key], 0)

/** Requests and changes of rows by what `of` gives, most first. */
function summed<Row extends Counted, K extends object>(rows: readonly Row[], of: (row: Row) => K) {
  const groups = Map.groupBy(rows, (row) => JSON.stringify(of(row)))
  return [...groups.values()]
    .map((some) => ({
      of: of(some[0] as Row),
      requests: sumOf(some, 'requests'),
      changes: sumOf(some, 'changes'),
    }))
    .sort(mostFirst)
}

/** The place of something in a list, to which it is added where it isn't there yet. */
function placeOf<T>(list: readonly T[], one: T): number {
  const key = JSON.stringify(one)
  const place = list.findIndex((each) => JSON.stringify(each) === key)
  return place === -1 ? (list as T[]).push(one) - 1 : place
}
