import type { WaitingKind } from '@steward/contract/system/dashboard'
import { dueSoonMs } from '@steward/contract/system/dashboard.routes'
import { linkOptions } from '@tanstack/react-router'

/**
 * What waits, told in words: `3 posts were reported`, `the oldest from`, and the list of just what was counted.
 * @param at when it was counted, in milliseconds
 */
export function waitingWords(kind: WaitingKind, n: number, at: number) {
  const one = n === 1
  switch (kind) {
    case 'registrations':
      return {
        what: one ? 'registration to review' : 'registrations to review',
        when: one ? 'from' : 'oldest from',
        link: linkOptions({ to: '/users/waiting', search: { emailConfirmed: true } }),
      }
    case 'reportedPosts':
      return {
        what: one ? 'reported post' : 'reported posts',
        when: one ? 'from' : 'oldest from',
        link: linkOptions({
          to: '/posts',
          search: { 'openReportCount.min': '1', sort: 'createdAt' },
        }),
      }
    case 'tasks':
      return {
        what: one ? 'task assigned to you is due' : 'tasks assigned to you are due',
        when: one ? '' : 'first due',
        link: linkOptions({
          to: '/tasks',
          search: {
            assignee: ['me'],
            status: ['todo', 'doing'],
            'dueAt.to': new Date(at + dueSoonMs).toISOString(),
            sort: 'dueAt',
          },
        }),
      }
    case 'bills':
      return {
        what: one ? 'overdue bill' : 'overdue bills',
        when: one ? 'due' : 'first due',
        link: linkOptions({ to: '/bills', search: { status: ['overdue'], sort: 'dueAt' } }),
      }
    case 'jobs':
      return {
        what: one ? 'unfinished job of yours' : 'unfinished jobs of yours',
        when: one ? 'started' : 'first started',
        link: null,
      }
  }
}
