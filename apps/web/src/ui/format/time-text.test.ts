import { expect, test } from 'vitest'
import { relativeText } from './time-text.ts'

const now = Date.parse('2026-06-15T12:00:00Z')
const minute = 60_000
const day = 1440 * minute

test.each([
  [0, 'now'],
  [-59_999, 'now'],
  [-minute, '1 minute ago'],
  [-59.9 * minute, '59 minutes ago'],
  [-60 * minute, '1 hour ago'],
  [-47 * 60 * minute, '1 day ago'],
  [3 * day, 'in 3 days'],
  [-30 * day, '1 month ago'],
  [-364 * day, '11 months ago'],
  [-365 * day, '1 year ago'],
  [-800 * day, '2 years ago'],
])('%d ms → %s', (away, expected) => expect(relativeText(now + away, now)).toBe(expected))
