// @vitest-environment jsdom
import type { Loan } from '@steward/contract/loans/loans'
import { beforeEach, expect, test, vi } from 'vitest'
import { toast } from '../../ui/messages/messages.tsx'
import { sayAnswers } from './loan-news.ts'

const at = '2026-03-03T10:00:00.000Z'
const loan = (fields: Partial<Loan>): Loan => ({
  _id: 'l1',
  createdAt: at,
  updatedAt: at,
  permission: { module: 'Operations', submodule: 'Bills', action: 'delete' },
  area: 'bills',
  records: ['b1'],
  reason: 'Entered twice',
  minutes: 15,
  oneUse: false,
  status: 'active',
  by: { _id: 'me', name: 'Me' },
  expiresAt: at,
  decidedBy: { _id: 'g', name: 'Gwen' },
  decidedAt: at,
  decision: null,
  endsAt: at,
  uses: 0,
  endedHow: null,
  endedBy: null,
  endedAt: null,
  obstacle: null,
  mayEnd: true,
  ...fields,
})

const success = vi.spyOn(toast, 'success').mockImplementation(() => {})
const info = vi.spyOn(toast, 'info').mockImplementation(() => {})
beforeEach(() => {
  success.mockClear()
  info.mockClear()
})

test('what has been granted or declined meanwhile is said once', () => {
  const old = loan({ _id: 'l0' })
  const now = { loans: [old, loan({})], declined: [loan({ _id: 'l2', status: 'declined' })] }
  sayAnswers({ loans: [old], declined: [] }, now)
  expect(success.mock.calls).toEqual([['Gwen has granted: Operations · Bills · delete, 1 bill']])
  expect(info.mock.calls).toEqual([['Gwen has declined: Operations · Bills · delete, 1 bill']])
  sayAnswers(now, now)
  sayAnswers(now, { loans: [] })
  expect(success).toHaveBeenCalledTimes(1)
  expect(info).toHaveBeenCalledTimes(1)
})
