import type { Db } from '../../db/connection/connection.ts'
import { queryColumn } from '../../db/connection/query.ts'

const keptDays = 7

/** Finds the 100 oldest unconfirmed registrations that are overdue or beyond `max`. */
export const findUnconfirmed = (db: Db, max: number) =>
  queryColumn(db)`
    select id from (
      select id, type, updated_at, row_number() over (order by updated_at desc, id desc) as place
      from users where not email_confirmed and deleted_at is null
    ) as waiting
    where type = 'admin'
      and (place > ${max}::int or updated_at < now() - make_interval(days => ${keptDays}::int))
    order by updated_at, id limit 100
  `
