import { type AreaName, areas as contract } from '@steward/contract/areas/areas'
import { notAmongYours } from '@steward/contract/permissions/not-among-yours'
import type { Permission } from '@steward/contract/permissions/permissions'
import { nested, say } from '@steward/i18n/sentence'
import { nameOf } from '../../http/authorize.ts'
import { Failure } from '../../http/failure.ts'

/** A record for which a permission can be asked for. */
export interface AskableRecord {
  _id: string
  title: string
}

/** The refusal of what a permission that somebody holds isn't for. */
export const notAmongRows = (
  area: AreaName,
  permission: Permission,
  records: readonly AskableRecord[],
): Failure =>
  new Failure(
    'not_permitted',
    say(notAmongYours, {
      permission: nameOf(permission),
      records: nested(contract[area].many),
    }),
    { data: { permission, ...(records.length > 0 && { records }) } },
  )
