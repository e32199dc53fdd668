import fc from 'fast-check'
import { expect, test } from 'vitest'
import { percentages } from './percentages.ts'

test('thirds add up to a hundred', () => {
  expect(percentages([1, 1, 1])).toEqual([34, 33, 33])
  expect(percentages([28, 17])).toEqual([62, 38])
  expect(percentages([0, 0])).toEqual([0, 0])
  expect(percentages([])).toEqual([])
})

test('they always add up to 100 and stand within one of the exact share', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 30 }), (votes) => {
      const total = votes.reduce((sum, each) => sum + each, 0)
      const parts = percentages(votes)
      expect(parts.reduce((sum, each) => sum + each, 0)).toBe(total === 0 ? 0 : 100)
      for (const [index, part] of parts.entries()) {
        const exact = total === 0 ? 0 : ((votes[index] ?? 0) / total) * 100
        expect(Math.abs(part - exact)).toBeLessThan(1)
      }
    }),
  )
})
