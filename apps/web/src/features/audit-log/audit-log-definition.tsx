import type { AuditEntry } from '@steward/contract/audit-log/audit-log'
import { auditActions, auditAreas } from '@steward/contract/audit-log/audit-log.routes'
import { msg } from '@steward/i18n/reader'
import {
  ActionBadge,
  actionMessage,
  actionWord,
  entryTitle,
} from '../../shared/audit-log/action-badge.tsx'
import {
  actorWords,
  areaMessage,
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
  searchHint: msg('Search titles of records'),
  searched: (entry) => [entry.record?.title],
  columns: [
    timeColumn('at', msg('When'), (entry) => entry.at, {
      width: 130,
      sort: 'at',
      sortName: msg('time'),
      priority: 2,
    }),
    {
      key: 'actor',
      label: msg('Who'),
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
      label: msg('What'),
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
    textColumn('area', msg('Area'), (entry) => areaWord(entry.area), { width: 130, priority: 4 }),
    {
      key: 'record',
      label: msg('Record'),
      width: 260,
      least: 140,
      grow: true,
      cell: (entry) => <RecordCell entry={entry} />,
      text: recordWords,
    },
    {
      key: 'through',
      label: msg('Source'),
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
      label: msg('Person'),
      useSearch: useStaff,
      nameIn: (entry) => entry.actor?.name || null,
    },
    {
      key: 'area',
      label: msg('Area'),
      choices: auditAreas.map((value) => ({ value, label: areaMessage(value) })),
    },
    {
      key: 'action',
      label: msg('Action'),
      choices: auditActions.map((value) => ({ value, label: actionMessage(value) })),
    },
    { key: 'at', label: msg('When') },
    { key: 'record', label: msg('Record'), nameIn: (entry) => entry.record && recordWords(entry) },
    // i18n: what a change is part of, such as “one import”
    { key: 'batch', label: msg('Part of'), nameIn: batchWords },
  ],
  title: entryTitle,
  folds: isOneBurst,
  emptyHint: msg('Changes will appear here.'),
}
