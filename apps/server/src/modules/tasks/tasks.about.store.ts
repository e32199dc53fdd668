import type { AreaName } from '@steward/contract/areas/areas'
import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryFirst } from '../../db/connection/query.ts'
import { notDeleted, where, withIds } from '../../db/filters/conditions.ts'
import { current } from '../../db/list/source.ts'
import type { ReadScope } from '../../db/list/state.ts'
import { tableOf } from '../../db/schema/tables.ts'

export const findSubject = (db: Db, area: AreaName, id: string, scope: ReadScope | null) =>
  queryFirst(db)<Record<string, unknown>>`
    select * from ${sql.table(tableOf(area))} as t
    ${where([withIds([id]), notDeleted, ...(scope?.seen(tableOf(area), current) ?? [])])}
  `
