import type { ListQuery, RecordOf, SentQuery } from '../../api/listing.ts'
import { listingOptions, wholeListOptions } from '../../api/listing-options.ts'
import type { ListSpec } from '../../ui/list/definition/list-spec.ts'

export const listOptions =
  <L extends ListSpec>({ call }: L) =>
  (query: SentQuery, whole?: 'whole'): ListQuery<RecordOf<L['call']>> =>
    (whole ? wholeListOptions : listingOptions)<L['call']>(call, query)
