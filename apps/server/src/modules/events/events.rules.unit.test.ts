import { expect, test } from 'vitest'
import { refusalOf } from '../../testing/refusals.ts'
import { mustEndAfterStart, mustHoldAttendees } from './events.rules.ts'

const [before, now, after] = ['2026-03-01', '2026-03-02', '2026-03-03'] as const

test('an event doesn’t end before it starts, which is said at the field that was sent', () => {
  const refused = (...of: Parameters<typeof mustEndAfterStart>) =>
    refusalOf(() => mustEndAfterStart(...of))
  const refusal = (path: string, msg: string) => ({
    code: 'invalid',
    message: 'An event can’t end before it starts.',
    errors: [{ path, msg }],
  })
  const row = { starts_at: now, ends_at: after }
  const ending = refusal('endsAt', 'must not be before the start')
  expect(refused(row, { endsAt: before })).toEqual(ending)
  expect(refused(row, { startsAt: after, endsAt: now })).toEqual(ending)
  expect(refused({ ...row, ends_at: now }, { startsAt: after })).toEqual(
    refusal('startsAt', 'must not be after the end'),
  )
  for (const fields of [
    { endsAt: now },
    { endsAt: null },
    { startsAt: after },
    { startsAt: before },
  ])
    mustEndAfterStart(row, fields)
  mustEndAfterStart({ ...row, ends_at: null }, { startsAt: after })
  // What stands already is not held against a change of something else.
  mustEndAfterStart({ starts_at: after, ends_at: before }, {})
})

test('a capacity holds those who attend already', () => {
  const row = { capacity: 10, attendee_count: 12 }
  for (const capacity of [undefined, null, 10, 12, 13]) mustHoldAttendees(row, capacity)
  const msg = 'must be at least 12: that many people are already attending'
  expect(refusalOf(() => mustHoldAttendees(row, 11))).toEqual({
    code: 'invalid',
    message: `Please check: capacity ${msg}.`,
    errors: [{ path: 'capacity', msg }],
  })
})
