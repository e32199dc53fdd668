// @vitest-environment jsdom

import type { AuditArea, otherAreas } from '@steward/contract/audit-log/audit-log.routes'
import { permissionModules } from '@steward/contract/permissions/permissions'
import { textOf } from '@steward/i18n/reader'
import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { billForm } from '../features/bills/bill-form.ts'
import { BillRecord } from '../features/bills/bill-record.tsx'
import { categoryForm } from '../features/categories/category-editor.tsx'
import { CategoryRecord } from '../features/categories/category-record.tsx'
import { eventDefinition } from '../features/events/event-definition.tsx'
import { EventRecord } from '../features/events/event-record.tsx'
import { pollDefinition } from '../features/polls/poll-definition.tsx'
import { PollRecord } from '../features/polls/poll-record.tsx'
import { postDefinition } from '../features/posts/post-definition.tsx'
import { PostRecord } from '../features/posts/post-record.tsx'
import { roleDefinitions } from '../features/roles/role-definition.tsx'
import { RoleRecord } from '../features/roles/role-record.tsx'
import { shoppingPostDefinition } from '../features/shopping-posts/shopping-post-definition.tsx'
import { ShoppingPostRecord } from '../features/shopping-posts/shopping-post-record.tsx'
import { taskDefinition } from '../features/tasks/task-definition.tsx'
import { TaskRecord } from '../features/tasks/task-record.tsx'
import { UserRecord } from '../features/users/user-fields.tsx'
import { userForm } from '../features/users/user-form.ts'
import { fieldsByArea } from '../shared/audit-log/fields.ts'
import { prepareScreens, showScreen } from '../testing/screen.tsx'
import { refusal, serve } from '../testing/server.ts'

prepareScreens()
const lacking = () => refusal(404, { message: 'No such call' })
beforeEach(() =>
  serve({
    'categories.list': () => ({ data: { categories: [] } }),
    'permissions.own': () => ({ data: [] }),
    'tasks.comments': lacking,
    'roles.listAssignable': lacking,
    'roles.list': lacking,
  }),
)

const labelsIn = (fields: object) =>
  Object.values(fields).map((field: { label?: string }) => textOf(field.label ?? ''))
const nothing = () => {}

/** Each area's record, and the words of its form or list beside those. */
const records: Partial<
  Record<Exclude<AuditArea, (typeof otherAreas)[number]>, { record: ReactNode; beside: string[] }>
> = {
  roles: {
    record: (
      <RoleRecord
        role={{
          _id: 'r',
          system: true,
          requireSecondFactor: true,
          permissions: permissionModules(() => true),
        }}
      />
    ),
    beside: [...labelsIn(roleDefinitions.roles.columns), 'Picture', 'Conditions', 'Fields'],
  },
  users: {
    record: (
      <UserRecord user={{ _id: 'u', type: 'admin', emailConfirmed: false }} close={nothing} />
    ),
    beside: [...labelsIn(userForm('admin', [])), 'Service account'],
  },
  events: {
    record: <EventRecord record={{ _id: 'e' }} onDone={nothing} />,
    beside: labelsIn(eventDefinition.columns),
  },
  polls: {
    record: <PollRecord record={{ _id: 'p' }} onDone={nothing} />,
    beside: labelsIn(pollDefinition.columns),
  },
  tasks: {
    record: <TaskRecord record={{ _id: 't' }} onDone={nothing} />,
    beside: labelsIn(taskDefinition.columns),
  },
  bills: {
    record: <BillRecord record={{ _id: 'b' }} onDone={nothing} />,
    beside: labelsIn(billForm({ _id: 'b', currency: 'EUR' })),
  },
  posts: {
    record: (
      <PostRecord
        record={{
          _id: 'p',
          reportCount: 1,
          openReportCount: 0,
          reportsHandledAt: '2026-01-01T00:00:00Z',
          reportsHandledBy: { _id: 'u', name: 'Ada' },
          reports: [{ reason: 'Spam', reporter: null, at: null }],
        }}
        onDone={nothing}
      />
    ),
    beside: labelsIn(postDefinition.columns),
  },
  categories: {
    record: <CategoryRecord record={{ _id: 'c' }} onDone={nothing} />,
    beside: labelsIn(categoryForm([])),
  },
  'shopping-posts': {
    record: <ShoppingPostRecord record={{ _id: 's', deletedAt: 1 as never }} onDone={nothing} />,
    beside: labelsIn(shoppingPostDefinition.columns),
  },
}

/** What no screen but the audit log tells: that a record is deleted, or what stands in pictures alone. */
const alone = ['Deleted', 'Picture', 'Images', 'Cancelled', 'Currency']

describe('the audit log calls fields as their records and forms do', () => {
  test.each(Object.entries(records))('%s', async (area, { record, beside }) => {
    showScreen(record)
    const terms = await screen.findAllByRole('term')
    const headings = screen.queryAllByRole('heading')
    const known = [...terms, ...headings]
      .map(({ textContent }) => textContent)
      .concat(beside, alone)
    const labels = labelsIn(fieldsByArea[area as AuditArea])
    expect(labels.filter((label) => !known.includes(label))).toEqual([])
  })
})
