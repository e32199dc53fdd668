import { expect, test } from 'vitest'
import { continually } from './periodic.ts'

const hour = 3_600_000

test('who is woken goes on at once, also where it was at work, and stops in the midst of a rest', async () => {
  let rounds = 0
  let during = () => {}
  const repeated = continually(
    hour,
    async () => {
      rounds += 1
      during()
      return false
    },
    () => {},
  )
  await expect.poll(() => rounds).toBe(1)
  during = () => {
    if (rounds === 2) repeated.wake()
  }
  repeated.wake()
  await expect.poll(() => rounds).toBe(3)
  await repeated.stop()
  repeated.wake()
  expect(rounds).toBe(3)
})

test('a failure is told once in a row, and work goes on after it', async () => {
  const told: unknown[] = []
  let rounds = 0
  const repeated = continually(
    1,
    async () => {
      rounds += 1
      if (rounds !== 3) throw new Error(`round ${rounds}`)
      return true
    },
    (error) => told.push((error as Error).message),
  )
  await expect.poll(() => rounds).toBeGreaterThan(4)
  await repeated.stop()
  expect(told).toEqual(['round 1', 'round 4'])
})
