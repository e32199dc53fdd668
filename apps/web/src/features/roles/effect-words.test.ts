import type { RoleEffect } from '@steward/contract/roles/roles'
import { expect, it } from 'vitest'
import { effectSentences, phrase, phrases } from './effect-words.ts'

const bills = { module: 'Operations', submodule: 'Bills', action: 'delete' }
const polls = { module: 'Community', submodule: 'Polls and surveys', action: 'list' }
const effect = (part: Partial<RoleEffect>): RoleEffect => ({
  people: [],
  peopleCount: 3,
  activeCount: 3,
  gained: [],
  lost: [],
  since: '2026-01-01',
  refused: [],
  refusedCount: 0,
  ...part,
})

it('says who gains and who loses what', () => {
  expect(effectSentences(effect({ gained: [{ permission: bills, people: 3 }] }))).toEqual([
    '3 people will be able to delete bills',
  ])
  const lost = [{ permission: polls, people: 1 }]
  expect(effectSentences(effect({ activeCount: 1, lost, refusedCount: 1200 }))).toEqual([
    '1 person will no longer be able to see the list of polls and surveys',
    '1,200 requests in the last 30 days would have been refused',
  ])
})

it('says when it concerns nobody', () =>
  expect(
    effectSentences(effect({ activeCount: 0, lost: [{ permission: bills, people: 0 }] })),
  ).toEqual(['Nobody who can sign in has this role.']))

it('names a few permissions and counts the others', () => {
  expect(phrases([bills])).toBe('delete bills')
  expect(phrases([bills, polls])).toBe('delete bills and see the list of polls and surveys')
  expect(phrases([bills, bills, polls, polls, polls], 2)).toBe(
    'delete bills, delete bills and 3 more',
  )
})

it('says permissions as people do', () => {
  const said = (submodule: string, action: string) => phrase({ module: '', submodule, action })
  expect(said('Bills', 'purge')).toBe('permanently delete bills')
  expect(said('Members', 'status')).toBe('change the status of members')
  expect(said('Overview', 'list')).toBe('see the dashboard')
  expect(said('Shopping feed', 'update')).toBe('open and close shopping feeds')
  expect(said('Integrations', 'approve')).toBe('approve proposals of agents')
  // Another server’s own.
  expect(said('Invoices', 'approve')).toBe('approve invoices')
})

it('says of a permission that stays whether it is for other records, or for fewer', () => {
  const isPartly = () => true
  const moved = { permission: bills, people: 3 }
  expect(effectSentences(effect({ lost: [moved], refusedCount: 2 }), isPartly)).toEqual([
    '3 people will be able to delete bills for fewer records or fields',
    'up to 2 requests in the last 30 days would have been refused',
  ])
  expect(effectSentences(effect({ lost: [moved], gained: [moved] }), isPartly)).toEqual([
    '3 people can delete bills for other records or fields than before',
  ])
})
