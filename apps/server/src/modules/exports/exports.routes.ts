import { kebabOf, listOf } from '@steward/contract/areas/area-lists'
import type { ExportArea } from '@steward/contract/areas/areas'
import type { AuditArea } from '@steward/contract/audit-log/audit-log.routes'
import type { BodyOf } from '@steward/contract/calls/endpoints'
import { exportNeeds } from '@steward/contract/exports/exports.routes'
import type { Translator } from '@steward/i18n/reader'
import { msg } from '@steward/i18n/reader'
import { z } from 'zod'
import type { Db } from '../../db/connection/connection.ts'
import { withIds } from '../../db/filters/conditions.ts'
import { streamByKeyset } from '../../db/list/keyset-stream.ts'
import { auditEvent } from '../../db/write/audit.ts'
import { personTypesIn } from '../../db/write/audit-lines.ts'
import { checkEffect, withConsent } from '../../db/write/change-guard.ts'
import { keyedTransaction } from '../../db/write/idempotency-key.ts'
import { requireAnyPermission } from '../../http/authorize.ts'
import { Failure } from '../../http/failure.ts'
import type { HandlersOf } from '../../http/handler.ts'
import { PersonRate } from '../../http/person-rate.ts'
import { actorOf, type Staff } from '../../http/session.ts'
import { validate } from '../../http/validate.ts'
import { translatorIn } from '../../languages.ts'
import type { Services } from '../../services.ts'
import { hashToken, newToken } from '../authentication/tokens.ts'
import type { AreaRegistry } from '../records/area.ts'
import { csvLines } from '../records/csv-lines.ts'
import { type Clock, clockOf } from '../records/export-columns.ts'
import { hiddenIn, requireShown } from '../records/field-rules.ts'
import { findActiveStaff } from '../roles/active-staff.ts'
import { listedTypes } from '../roles/permissions.rules.ts'
import { digestOfList, firstOfList, keepExport, takeExport } from './exports.store.ts'

/** The rate limit of exports, since each reads a whole list. */
export const exportRate = { max: 60, windowMs: 60_000 }

/** Handlers of exports: any list as a CSV file, from an address that can be used once. */
export function exportsHandlers(services: Services): HandlersOf<'exports'> {
  const { db, areas, words } = services
  const rate = new PersonRate(exportRate, msg('Too many exports. Please wait a minute.'))
  return {
    'exports.create': async ({ body, session }) => {
      rate.take(session.user.id)
      const { list, conditions } = read(db, areas, body, session)
      const total = await list.count(db, conditions)
      const token = newToken()
      const expiresAt = await keyedTransaction(db, async (tx) => {
        const actor = actorOf(session)
        const consent = await checkEffect(tx, actor, {
          kind: 'export',
          list: body.area,
          total,
          types: (personTypesIn(body.area) ?? []).filter((type) =>
            listedTypes(session).includes(type),
          ),
          digest: () => digestOfList(tx, list.listing, conditions),
          first: (limit) => firstOfList(tx, list.listing, conditions, limit),
        })
        const { via } = withConsent(actor, consent)
        return await keepExport(tx, hashToken(token), session, { request: body, total, via })
      })
      const fileName = fileNameOf(body.area, body.timeZone)
      return { data: { url: `/api/exports/${token}`, expiresAt, total, fileName } }
    },
    'exports.file': async ({ params, caller }) => {
      const taken = await takeExport(db, hashToken(params.token))
      const staff = taken && (await findActiveStaff(services, taken.user_id))
      if (!taken || !staff) {
        throw new Failure(
          'dead_link',
          'This download link has already been used or has expired. Please start the export again.',
        )
      }
      const asked = read(db, areas, taken.request, staff)
      const { columns } = asked
      const { area, query, ids, timeZone, language, bom } = taken.request
      const name = fileNameOf(area, timeZone)
      await auditEvent(
        db,
        { user: taken.user_id, ...caller, via: taken.via },
        {
          action: 'export',
          area: kebabOf(listOf(area).area) as AuditArea,
          personTypes: personTypesIn(area),
          detail: name,
          after: { rows: taken.total, columns, ...(ids ? { chosen: ids.length } : { query }) },
        },
      )
      return {
        name,
        text: csvOf(db, asked, clockOf(timeZone), translatorIn(language, await words.read()), bom),
      }
    },
  }
}

/** Checks a stored request again with the person's permissions at the download. */
function read(db: Db, areas: AreaRegistry, request: BodyOf<'exports.create'>, staff: Staff) {
  const list = areas.lists[request.area]
  const names = Object.keys(list.columns).filter(
    (name) => !hiddenIn(listOf(request.area).area, staff).includes(name),
  )
  const column = z.enum(names, `must be one of ${names.join(', ')}`)
  const columns = validate(z.array(column), request.columns ?? names, ['columns'])
  requireAnyPermission(staff, exportNeeds[request.area])
  if (request.area === 'pollResults') requireShown('polls', { questions: true }, staff)
  const { sort, conditions, listing } = list.read(db, request.query, staff, ['query'])
  const chosen = request.ids ? [withIds(request.ids)] : []
  const show = (row: unknown) => staff.scope?.withoutHidden(listing.table, row) ?? row
  return { list, listing, show, columns, sort, conditions: [...conditions, ...chosen] }
}

/** A file name such as `bills-2026-11-20.csv`, with the day in the person's time zone. */
function fileNameOf(area: ExportArea, timeZone: string | undefined): string {
  return `${kebabOf(area)}-${clockOf(timeZone ?? 'UTC')
    .write(new Date().toISOString())
    .slice(0, 10)}.csv`
}

/** Writes the chosen columns of the chosen records, with a byte order mark where `bom` says so. */
async function* csvOf(
  db: Db,
  { list, listing, show, columns: names, sort, conditions }: ReturnType<typeof read>,
  clock: Clock,
  { t }: Translator,
  bom: boolean,
): AsyncGenerator<string> {
  const columns = names.flatMap((name) => list.columns[name] ?? [])
  const titles = columns.map(({ title, time }) => (time ? t(title) + clock.suffix : t(title)))
  yield (bom ? '\ufeff' : '') + csvLines([titles])
  for await (const rows of streamByKeyset(db, listing, sort, conditions)) {
    const records = rows.flatMap((row) => list.records(show(row)))
    if (records.length > 0)
      yield csvLines(records.map((record) => columns.map((column) => column.of(record, clock))))
  }
}
