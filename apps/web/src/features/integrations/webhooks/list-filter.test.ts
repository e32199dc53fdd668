// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { addressOfFilter, filterOfAddress } from './list-filter.ts'

test.each([
  ['/bills?status=due', { list: 'bills', query: { status: 'due' } }],
  [
    '/bills?status=due&status=overdue&page=3',
    { list: 'bills', query: { status: ['due', 'overdue'] } },
  ],
  [
    `${location.origin}/bills/?amount.min=500&sort=-amount`,
    { list: 'bills', query: { 'amount.min': '500' } },
  ],
  [
    '/users/members?status=inactive',
    { list: 'users', query: { status: 'inactive', type: 'member' } },
  ],
  ['/users/admins', { list: 'admins', query: {} }],
  // What a list begins with is part of what is shown at its plain address.
  ['/tasks', { list: 'tasks', query: { assignee: 'me', status: ['todo', 'doing'] } }],
  ['/tasks?filters=none', { list: 'tasks', query: {} }],
  ['/shopping-posts?search=bike', { list: 'shoppingPosts', query: { search: 'bike' } }],
])('the address %s is a filter, and back', (address, filter) => {
  const read = filterOfAddress(address)
  expect(read).toEqual(filter)
  const written = read && addressOfFilter(read)
  expect(filterOfAddress(written ?? '')).toEqual(filter)
})

test.each([
  '',
  'nonsense',
  '/nowhere?status=due',
  '/dashboard',
  '/audit-log',
  '/users/waiting',
  'https://',
])('the address “%s” is none', (address) => expect(filterOfAddress(address)).toBeNull())
