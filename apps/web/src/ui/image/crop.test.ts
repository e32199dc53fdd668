import fc from 'fast-check'
import { expect, it } from 'vitest'
import { middleOf, moved, squareOf, zoomed } from './crop.ts'

it('starts with the largest square in the middle', () => {
  const size = { width: 400, height: 200 }
  expect(squareOf(middleOf(size), size)).toEqual({ x: 100, y: 0, edge: 200 })
})

it('never leaves the picture, wherever it is moved and however near it comes', () => {
  const side = fc.integer({ min: 1, max: 9000 })
  const step = fc.tuple(
    fc.double({ min: -9, max: 9, noNaN: true }),
    fc.double({ min: -9, max: 9, noNaN: true }),
    fc.double({ min: 0.1, max: 9, noNaN: true }),
  )
  fc.assert(
    fc.property(side, side, fc.array(step, { maxLength: 8 }), (width, height, steps) => {
      const size = { width, height }
      let crop = middleOf(size)
      for (const [right, down, factor] of steps) {
        crop = zoomed(moved(crop, right, down, size), factor, size)
      }
      const { x, y, edge } = squareOf(crop, size)
      const slack = 1e-6 * Math.max(width, height)
      expect(edge).toBeGreaterThan(0)
      expect(x).toBeGreaterThanOrEqual(-slack)
      expect(y).toBeGreaterThanOrEqual(-slack)
      expect(x + edge).toBeLessThanOrEqual(width + slack)
      expect(y + edge).toBeLessThanOrEqual(height + slack)
    }),
  )
})
