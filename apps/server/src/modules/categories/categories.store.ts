import { sql } from 'kysely'
import { plain } from '../../db/list/listing.ts'
import type { RecordState } from '../../db/list/state.ts'
import { type RowOf, recordStore } from '../records/record-store.store.ts'

/** A category; `position` is its place among its siblings, from 0. */
export type CategoryRow = RowOf<
  'categories',
  { post_count: number; shopping_post_count: number; child_count: number }
>

const nobody = sql`'00000000-0000-0000-0000-000000000000'::uuid`

/** The place among siblings, counted by stored positions, which are sort keys with gaps. */
const placeIn = ({ table }: RecordState) => sql`(
  select count(*) from ${table('categories', 'sibling')}
  where sibling.deleted_at is null
    and coalesce(sibling.parent_id, ${nobody}) = coalesce(t.parent_id, ${nobody})
    and (sibling.position, sibling.id) < (t.position, t.id))`

const childCountIn = ({ table }: RecordState) => sql`(
  select count(*) from ${table('categories', 'child')} where child.parent_id = t.id and child.deleted_at is null)`

export const categoryStore = recordStore<'categories', CategoryRow>('categories', {
  listing: (state) => ({
    computed: {
      position: placeIn(state),
      postCount: state.countIn('posts'),
      shoppingPostCount: state.countIn('shopping_posts'),
      childCount: childCountIn(state),
    },
    sorts: { position: { by: plain('tree_key') } },
  }),
  filters: ({ countIn }) => ({ postCount: { by: countIn('posts') } }),
  // A condition without a facet, so that totals are counted: the table has no counters.
  conditions: () => [{ sql: sql<boolean>`true` }],
})
