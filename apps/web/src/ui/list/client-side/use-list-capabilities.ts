import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isOwnApi } from '../../../api/config.ts'
import type { Row } from '../../../api/listing.ts'
import { fieldsOf, toldBy } from '../definition/filter-fields.ts'
import type { Column, ListDefinition } from '../definition/list-definition.ts'
import { fieldOf } from '../definition/list-matching.ts'

/** What a list can be sorted and filtered by; for other servers, only fields its records have. */
export interface ListCapabilities<T> {
  search: boolean
  /** @param field the field that a column sorts by, or a filter asks for */
  sorts: (field: string) => boolean
  tells(column: Column<T>): boolean
}

const sample = 300

/**
 * What can be asked of a list, by the whole of it, or of a paged one by all pages that were seen since the page was loaded;
 * Steward’s own server has all of it.
 */
export function useListCapabilities<T>(
  all: readonly Row<T>[] | null,
  rows: readonly Row<T>[],
  definition: ListDefinition<T>,
): ListCapabilities<T> {
  const seen = seenOf(useQueryClient(), definition.list.name)
  const ofAll = useMemo(
    () => (all?.length ? noteSeen(new Set(), all, definition) : null),
    [all, definition],
  )
  if (!all && !isOwnApi()) noteSeen(seen, rows, definition)
  const { size } = seen
  // The same object until more fields are known, so that no row is redrawn.
  const ofPages = useMemo(() => (size > 0 ? new Set(seen) : null), [seen, size])
  const counts = all ? ofAll : ofPages
  return useMemo(() => {
    const has = (what: string) => !counts?.size || counts.has(what)
    return {
      search: has('text'),
      sorts: (field) => has(`field ${field}`),
      tells: ({ key }) => has(`column ${key}`),
    }
  }, [counts])
}

const lists = new WeakMap<QueryClient, Map<string, Set<string>>>()

function seenOf(client: QueryClient, name: string): Set<string> {
  const known = lists.get(client) ?? new Map<string, Set<string>>()
  lists.set(client, known)
  const seen = known.get(name) ?? new Set()
  known.set(name, seen)
  return seen
}

function noteSeen<T>(seen: Set<string>, rows: readonly Row<T>[], definition: ListDefinition<T>) {
  const records = rows.slice(0, sample).map(({ record }) => record)
  const note = (what: string, has: (record: (typeof records)[number]) => boolean) => {
    if (!seen.has(what) && records.some(has)) seen.add(what)
  }
  const fields = [
    ...definition.list.sorts,
    ...fieldsOf(definition).map(toldBy),
    ...definition.columns.flatMap(({ sort }) => sort ?? []),
  ]
  for (const field of fields)
    note(`field ${field}`, (record) => (fieldOf(record, field) ?? null) !== null)
  for (const column of definition.columns)
    note(`column ${column.key}`, (record) => column.text(record) !== '')
  note('text', (record) =>
    Object.values(record as object).some((value) => typeof value === 'string' && value),
  )
  if (records.length > 0) seen.add('records')
  return seen
}
