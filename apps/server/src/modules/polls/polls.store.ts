import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connection/connection.ts'
import { queryNumber } from '../../db/connection/query.ts'
import { type Condition, where } from '../../db/filters/conditions.ts'
import { type RowOf, recordStore } from '../records/record-store.store.ts'

export type PollRow = RowOf<'polls', { author_name: string | null; author_image: string | null }>

const statusAt = (now: RawBuilder<string>) =>
  sql<string>`(case when t.status = 'open' and t.closes_at <= ${now} then 'closed' else t.status end)`

export const pollStore = recordStore<'polls', PollRow>('polls', {
  listing: ({ now }) => ({ computed: { status: statusAt(now) } }),
  filters: ({ now }) => ({ status: { by: statusAt(now) } }),
})

/** Counts the options of all questions of the polls that meet the conditions. */
export const countOptions = (db: Db, conditions: readonly Condition[]) =>
  queryNumber(db)`
    select coalesce(sum(jsonb_array_length(question -> 'options')), 0)::bigint as n
    from polls as t, jsonb_array_elements(t.questions) as question ${where(conditions)}
  `
