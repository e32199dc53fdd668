import type { Listing } from '../../db/list/listing.ts'
import type { RecordState } from '../../db/list/source.ts'
import type { RecordTable } from '../../db/tables/tables.ts'
import { notFound } from '../../http/common-failures.ts'
import type { Session } from '../../http/session.ts'
import { isId } from '../../ids.ts'
import type { Snapshots } from '../time-travel/time-travel.service.ts'

/** What the details of one record are read by: the same as its list. */
interface Details<Row, Shown> {
  table: RecordTable
  /** What one record is called, such as `bill`. */
  one: string
  listing: (state: RecordState) => Listing
  view: (row: Row, session: Session) => Shown
}

/**
 * Answers with one record, the permalink's, deleted or not, as it is or as it stood at a moment (contract, Lists).
 * @throws {Failure} `not_found` where there is none, or none any more
 */
export const detailsOf =
  <Row, Shown>(snapshots: Snapshots, of: Details<Row, Shown>) =>
  async (asked: {
    params: { id: string }
    query: { asOf?: string | undefined }
    session: Session
  }) => {
    const { id } = asked.params
    const row = isId(id)
      ? await snapshots.read(of.table, asked.session, asked.query.asOf, (source) =>
          source.find<Row>(of.listing(source), id),
        )
      : undefined
    if (!row) throw notFound(`There is no such ${of.one}. It may have been deleted permanently.`)
    return { data: of.view(row, asked.session) }
  }
