import type { ExportArea } from '@steward/contract/areas/areas'
import type { Db } from '../../db/connection/connection.ts'
import type { Staff } from '../../http/session.ts'
import type { Visible } from '../audit-log/audit-log.store.ts'
import { entriesShownTo } from '../audit-log/shown-entries.ts'
import type { AreaRegistry } from '../records/area.ts'
import { type LoggedEntry, matchingIds, recordsOfBatch } from './entries.store.ts'
import { tellsOf } from './webhooks.rules.ts'
import type { WebhookRow } from './webhooks.store.ts'

type Filter = Pick<WebhookRow, 'list' | 'query'>

/** Most records of a batch entry; an import writes at most so many at once. */
export const maxBatchRecords = 1_000

/**
 * The query of a filter as it is asked: with deleted records, so that a deletion is told, unless the query itself says
 * which of them it wants.
 */
const askedQuery = (query: WebhookRow['query']) => ({ deleted: 'all', ...query })

/** The conditions of a filter; throws a Failure `invalid` where its query is none of the list. */
export const readFilter = (
  db: Db,
  { lists }: Pick<AreaRegistry, 'lists'>,
  filter: { list: ExportArea; query: WebhookRow['query'] },
  staff: Staff,
  at: readonly string[] = [],
) => lists[filter.list].read(db, askedQuery(filter.query), staff, at)

/** Those of some records that a webhook's filter matches as they are now; all of them without a filter. */
export async function filteredIds(
  db: Db,
  registry: Pick<AreaRegistry, 'lists'>,
  { list, query }: Filter,
  staff: Staff,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (list === null || ids.length === 0) return ids
  const { conditions } = readFilter(db, registry, { list, query }, staff)
  return await matchingIds(db, registry.lists[list].listing.table, conditions, ids)
}

/** Which entries a webhook tells of: by its areas and actions, what its owner may see, and its filter. */
export async function entriesFor(
  db: Db,
  registry: Pick<AreaRegistry, 'lists'>,
  webhook: WebhookRow,
  { staff, visible }: { staff: Staff; visible: Visible },
  entries: readonly LoggedEntry[],
): Promise<LoggedEntry[]> {
  const asked = entries.filter((entry) => tellsOf(webhook, entry))
  const told = await entriesShownTo(db, asked, visible)
  if (webhook.list === null || told.length === 0) return told
  const single = told.flatMap(({ record_id }) => record_id ?? [])
  const match = new Set(await filteredIds(db, registry, webhook, staff, single))
  const matched: LoggedEntry[] = []
  for (const entry of told) {
    if (entry.record_id !== null ? match.has(entry.record_id) : await matchesBatch(entry))
      matched.push(entry)
  }
  return matched

  async function matchesBatch({ id, record_count }: LoggedEntry): Promise<boolean> {
    if (record_count < 2) return false
    const records = await recordsOfBatch(db, id, maxBatchRecords)
    return (await filteredIds(db, registry, webhook, staff, records)).length > 0
  }
}
