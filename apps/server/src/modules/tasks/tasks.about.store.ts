import type { AreaName } from '@steward/contract/areas/areas'
import { sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryFirst } from '../../db/connection/query.ts'
import { tableOf } from '../../db/schema/tables.ts'

export const findSubject = (db: Db, area: AreaName, id: string) =>
  queryFirst(db)<Record<string, unknown>>`
    select * from ${sql.table(tableOf(area))} where id = ${id} and deleted_at is null
  `
