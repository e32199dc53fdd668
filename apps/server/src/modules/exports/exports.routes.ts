import type { BodyOf } from '@steward/contract/endpoints'
import { exportNeeds } from '@steward/contract/exports.routes'
import type { Db } from '../../db/connection.ts'
import { withIds } from '../../db/listing.ts'
import { requireAnyPermission } from '../../http/authorize.ts'
import { Failure } from '../../http/failure.ts'
import type { Handlers } from '../../http/routes.ts'
import type { Staff } from '../../http/session.ts'
import { findActiveStaff } from '../access/staff.store.ts'
import { hashToken, newToken } from '../auth/tokens.ts'
import { clockOf } from './cells.ts'
import { csvOf } from './csv.ts'
import { keepExport, takeExport } from './exports.store.ts'
import { sources } from './sources.ts'

/** Exports: any list as a CSV file, by an address that works once. */
export function exportsHandlers(db: Db): Handlers<'exports.create' | 'exports.file'> {
  return {
    'exports.create': async ({ body, session }) => {
      const { source, conditions } = read(body, session)
      const total = await source.count(db, conditions)
      const token = newToken()
      const expiresAt = await keepExport(db, hashToken(token), session, body)
      const fileName = fileNameOf(source.fileName, body.timeZone)
      return { data: { url: `/api/exports/${token}`, expiresAt, total, fileName } }
    },
    'exports.file': async ({ params }) => {
      const taken = await takeExport(db, hashToken(params.token))
      const staff = taken && (await findActiveStaff(db, taken.user_id))
      if (!taken || !staff) {
        throw new Failure(
          'dead_link',
          'This download has begun already, or its minute is over. Please start the export again.',
        )
      }
      const { source, sort, conditions } = read(taken.request, staff)
      const { columns = Object.keys(source.columns), timeZone, bom } = taken.request
      return {
        name: fileNameOf(source.fileName, timeZone),
        text: csvOf(db, {
          source,
          sort,
          conditions,
          columns: columns.flatMap((name) => source.columns[name] ?? []),
          clock: clockOf(timeZone),
          bom,
        }),
      }
    },
  }
}

/** What a person may export of what they ask for; permissions are read when it is downloaded too. */
function read(request: BodyOf<'exports.create'>, staff: Staff) {
  requireAnyPermission(staff, exportNeeds[request.area])
  const source = sources[request.area]
  const { sort, conditions } = source.read(request.query, staff)
  const chosen = request.ids ? [withIds(request.ids)] : []
  return { source, sort, conditions: [...conditions, ...chosen] }
}

/** Such as `bills-2026-11-20.csv`, the day as it is where the person is. */
function fileNameOf(name: string, timeZone: string | undefined): string {
  return `${name}-${clockOf(timeZone ?? 'UTC')
    .write(new Date().toISOString())
    .slice(0, 10)}.csv`
}
