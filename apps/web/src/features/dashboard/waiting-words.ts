import type { WaitingKind } from '@steward/contract/dashboard'
import { dueSoonMs } from '@steward/contract/dashboard.routes'
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
        what: one ? 'person has registered' : 'people have registered',
        when: one ? '' : 'the first',
        link: linkOptions({ to: '/users/waiting', search: { emailConfirmed: true } }),
      }
    case 'reportedPosts':
      return {
        what: one ? 'post was reported' : 'posts were reported',
        when: one ? 'written' : 'the oldest written',
        link: linkOptions({
          to: '/posts',
          search: { 'reportCount.min': '1', sort: 'createdAt' },
        }),
      }
    case 'tasks':
      return {
        what: one ? 'task of yours is due' : 'tasks of yours are due',
        when: one ? '' : 'the first',
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
        what: one ? 'bill is overdue' : 'bills are overdue',
        when: one ? 'due' : 'the first due',
        link: linkOptions({ to: '/bills', search: { status: ['overdue'], sort: 'dueAt' } }),
      }
    case 'jobs':
      return {
        what: one ? 'job of yours is not over' : 'jobs of yours are not over',
        when: one ? 'started' : 'the first started',
        link: null,
      }
  }
}
