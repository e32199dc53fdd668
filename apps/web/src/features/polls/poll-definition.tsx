import { importNeeds } from '@steward/contract/imports/imports.routes'
import { pollFields } from '@steward/contract/polls/polls.fields'
import { msg } from '@steward/i18n/reader'
import type { Poll } from '../../api/answers/records.ts'
import { lists } from '../../shared/lists/lists.ts'
import { defineList } from '../../ui/list/screen/define-list.tsx'
import { textColumn } from '../../ui/list/table/columns.tsx'
import { columnsFor, countColumn } from '../../ui/list/table/field-columns.tsx'
import { statusWord } from '../../ui/record/status-badge.tsx'
import { PollMenu } from './poll-actions.tsx'
import { polls } from './polls.ts'

export const pollDefinition = defineList<Poll>(pollFields, {
  list: lists.polls,
  imports: { what: 'polls', needs: [importNeeds.polls] },
  exports: 'polls',
  columns: columnsFor<Poll>(pollFields, {
    title: { width: 300, least: 240, lines: 2 },
    // i18n: noun: poll or survey
    kind: textColumn<Poll>('kind', msg('Kind'), (poll) => statusWord(poll.kind ?? ''), {
      width: 100,
      priority: 6,
    }),
    author: { priority: 5 },
    questions: countColumn<Poll>(
      'questions',
      msg('Questions'),
      (poll) => (poll.questions ?? []).length,
      {
        hidden: true,
      },
    ),
    responseCount: { priority: 3 },
    closesAt: { kind: 'planned', sortName: msg('closing time'), priority: 4 },
    status: {},
    opensAt: { kind: 'planned', hidden: true },
    createdAt: { hidden: true },
  }),
  actions: (poll) => <PollMenu record={poll} />,
  filters: { kind: {}, status: {} },
  title: polls.name,
})
