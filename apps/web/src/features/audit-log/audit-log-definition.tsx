import type { AuditEntry } from '@steward/contract/audit-log/audit-log'
import { auditActions, auditAreas } from '@steward/contract/audit-log/audit-log.routes'
import { ActionBadge, actionWord, entryTitle } from '../../shared/audit-log/action-badge.tsx'
import {
  actorWords,
  areaWord,
  batchWords,
  doorWord,
  recordWords,
} from '../../shared/audit-log/words.ts'
import { lists } from '../../shared/lists/lists.ts'
import { useStaff } from '../../shared/people/use-people.ts'
import type { ListDefinition } from '../../ui/list/definition/list-definition.ts'
import { textColumn, timeColumn } from '../../ui/list/table/columns.tsx'
import { FoldButton } from '../../ui/list/table/fold-button.tsx'
import { RecordCell, TwoLines, WhoCell } from './cells.tsx'
import { failedWords, isOneBurst } from './sign-in-bursts.ts'

const through = (entry: AuditEntry) => [doorWord(entry), entry.address].filter(Boolean).join(' · ')

export const auditLogDefinition: ListDefinition<AuditEntry> = {
  list: lists.auditLog,
  searchHint: 'Search titles of records',
  searched: (entry) => [entry.record?.title],
  columns: [
    timeColumn('at', 'When', (entry) => entry.at, {
      width: 130,
      sort: 'at',
      sortName: 'time',
      priority: 2,
    }),
    {
      key: 'actor',
      label: 'Who',
      width: 190,
      least: 110,
      most: 220,
      extraWidth: 38,
      priority: 3,
      cell: (entry) => <WhoCell entry={entry} />,
      text: actorWords,
    },
    {
      key: 'action',
      label: 'What',
      width: 150,
      // Bursts of sign-ins show their number below.
      least: 150,
      extraWidth: 24 + 48,
      card: 'title',
      cell: (entry, fold) => (
        <>
          <ActionBadge action={entry.action} />
          {fold && <FoldButton fold={fold} note={failedWords(fold.records)} />}
        </>
      ),
      text: (entry) => actionWord(entry.action),
    },
    textColumn('area', 'Area', (entry) => areaWord(entry.area), { width: 130, priority: 4 }),
    {
      key: 'record',
      label: 'Record',
      width: 260,
      least: 140,
      grow: true,
      cell: (entry) => <RecordCell entry={entry} />,
      text: recordWords,
    },
    {
      key: 'through',
      label: 'Source',
      width: 150,
      least: 100,
      most: 180,
      priority: 5,
      card: 'none',
      cell: (entry) => <TwoLines first={doorWord(entry)} second={entry.address} />,
      text: through,
    },
  ],
  filters: [
    {
      key: 'actor',
      label: 'Person',
      useSearch: useStaff,
      nameIn: (entry) => entry.actor?.name ?? null,
    },
    {
      key: 'area',
      label: 'Area',
      choices: auditAreas.map((value) => ({ value, label: areaWord(value) })),
    },
    {
      key: 'action',
      label: 'Action',
      choices: auditActions.map((value) => ({ value, label: actionWord(value) })),
    },
    { key: 'at', label: 'When' },
    { key: 'record', label: 'Record', nameIn: (entry) => entry.record?.title ?? null },
    { key: 'batch', label: 'Part of', nameIn: batchWords },
  ],
  title: entryTitle,
  folds: isOneBurst,
  emptyHint: 'Changes will appear here.',
}
