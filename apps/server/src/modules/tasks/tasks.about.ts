import { kebabOf } from '@steward/contract/areas/area-lists'
import { needsOf } from '@steward/contract/areas/area-permissions'
import { type Area, type AreaName, areas } from '@steward/contract/areas/areas'
import type { AuditArea } from '@steward/contract/audit-log/audit-log.routes'
import type { TaskAbout } from '@steward/contract/tasks/tasks'
import { type UserType, userTypes } from '@steward/contract/users/users'
import { msg } from '@steward/i18n/reader'
import type { Db } from '../../db/connection/connection.ts'
import { titleOf } from '../../db/write/audit-lines.ts'
import { hasPermission, requireAnyPermission } from '../../http/authorize.ts'
import { invalidField } from '../../http/failure.ts'
import type { Reader } from '../records/view.ts'
import { listedTypes } from '../roles/permissions.rules.ts'
import { findSubject } from './tasks.about.store.ts'

const mayList = (reader: Reader, area: AreaName): boolean =>
  needsOf(areas[area] as Area, area, 'list').some((need) => hasPermission(reader, need))

/** The areas that a reader may list entirely; of users, only with all types. */
export const areasWhole = (reader: Reader): AreaName[] =>
  (Object.keys(areas) as AreaName[]).filter((area) =>
    area === 'users' ? listedTypes(reader).length === userTypes.length : mayList(reader, area),
  )

type AboutRow = AboutColumns & { about_type: UserType | null; about_seen?: boolean }

/** What a task is about; only the area where the reader may not list that record. */
export function aboutView(row: AboutRow, reader?: Reader): TaskAbout | null {
  const { about_area: area, about_id: _id, about_title: title, about_type: type, about_seen } = row
  if (area === null) return null
  const mayList =
    reader !== undefined &&
    (reader.scope === null || about_seen === true) &&
    (areasWhole(reader).includes(area) ||
      (area === 'users' && type !== null && listedTypes(reader).includes(type)))
  return mayList ? { area, _id, title } : { area, _id: null, title: null }
}

export interface AboutColumns {
  about_area: AreaName | null
  about_id: string | null
  about_title: string | null
}

const noRecord = msg('There is no such record. It may have just been deleted.')

/** The columns of what a task is about; the `present` record isn't checked again. */
export async function aboutColumns(
  db: Db,
  reader: Reader,
  sent: { area: AreaName; _id: string } | null | undefined,
  present?: AboutColumns,
): Promise<Partial<AboutColumns>> {
  if (sent === undefined) return {}
  if (sent === null) return { about_area: null, about_id: null, about_title: null }
  const { area, _id } = sent
  if (present?.about_area === area && present.about_id === _id) return {}
  requireAnyPermission(reader, needsOf(areas[area] as Area, area, 'list'))
  const subject = await findSubject(db, area, _id, reader.scope)
  const type = subject?.['type'] as UserType | undefined
  // Answer as if it didn't exist, so as not to reveal that it does.
  if (!subject || (area === 'users' && !(type && listedTypes(reader).includes(type)))) {
    throw invalidField('about', noRecord)
  }
  const title = titleOf(kebabOf(area) as AuditArea, subject)
  return { about_area: area, about_id: _id, about_title: title }
}
