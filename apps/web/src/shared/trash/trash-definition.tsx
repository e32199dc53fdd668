import { t } from '@steward/i18n/reader'
import { isDeleted } from '../../api/answers/read.ts'
import type { Reference } from '../../api/answers/records.ts'
import { Text } from '../../ui/format/text.tsx'
import { listOfDeleted } from '../../ui/list/definition/deleted-and-past.ts'
import { deletedNouns } from '../../ui/list/definition/deleted-nouns.ts'
import type { Column, ListDefinition } from '../../ui/list/definition/list-definition.ts'
import { fieldOf } from '../../ui/list/definition/list-matching.ts'
import { timeColumn } from '../../ui/list/table/columns.tsx'

/** The name of who deleted a record; `Steward` for no person, null if not deleted or unknown. */
export function deleterName(record: unknown): string | null {
  const by = fieldOf<Reference>(record, 'deletedBy')
  if (by === undefined || !isDeleted(record)) return null
  // i18n-ignore: the name of the product
  if (by === null) return 'Steward'
  return by.name ?? t('Deleted user')
}

const deletedColumns = <T,>(): Column<T>[] => [
  timeColumn(
    'deleted',
    t('Deleted', {}, 'a time'),
    (record) => fieldOf<string>(record, 'deletedAt'),
    {
      exported: 'deletedAt',
      width: 130,
      sort: 'deletedAt',
    },
  ),
  {
    key: 'deletedBy',
    label: t('By', {}, 'who deleted it'),
    width: 150,
    least: 90,
    most: 180,
    priority: 3,
    cell: (record) => <Text value={deleterName(record)} clip />,
    text: (record) => deleterName(record) ?? '',
  },
]

/** A list of deleted records: when and by whom follows what a record is called. */
export function trashDefinition<T>({
  gone,
  imports,
  ...definition
}: ListDefinition<T>): ListDefinition<T> {
  const own = deletedColumns<T>()
  const [first, ...others] = definition.columns.filter(
    ({ key }) => !own.some((column) => column.key === key),
  )
  return {
    ...definition,
    list: { ...listOfDeleted(definition.list), ...deletedNouns[definition.list.many] },
    columns: [
      ...(first ? [first] : []),
      ...own,
      ...others.map((column) => (column.key === 'created' ? { ...column, hidden: true } : column)),
    ],
    filters: definition.filters.filter(({ key }) => definition.list.filters[key] !== 'switch'),
    emptyTitle: t('No deleted records'),
    emptyHint: t('Deleted records will appear here.'),
  }
}
