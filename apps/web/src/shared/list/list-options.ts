import type { ListQuery, RecordOf, Row, SentQuery } from '../../api/listing.ts'
import { listingOptions } from '../../api/listing-options.ts'
import { referenceOf } from '../../api/read.ts'
import type { ListSpec } from '../../ui/list/list-search.ts'

/** The query options of a list's call, by what it is asked. */
export const listOptions =
  <L extends ListSpec>({ call, under, fixed, narrowsHere }: L) =>
  (query: SentQuery): ListQuery<RecordOf<L['call']>> => {
    const { queryKey, queryFn } = listingOptions<L['call']>(call, query, under)
    if (!narrowsHere) return { queryKey, queryFn }
    const isOfList = ({ record }: Row<RecordOf<L['call']>>) =>
      Object.entries(fixed ?? {}).every(
        ([field, id]) =>
          referenceOf((record as Readonly<Record<string, unknown>>)[field])?.id === id,
      )
    return {
      queryKey,
      queryFn: async (context) => {
        const listing = await queryFn(context)
        if (listing.pagination) return listing
        return { ...listing, rows: listing.rows.filter(isOfList) }
      },
    }
  }
