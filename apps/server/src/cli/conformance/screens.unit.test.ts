import { areas } from '@steward/contract/areas/areas'
import { routes } from '@steward/contract/calls/routes'
import { specifiedCalls } from '@steward/contract/calls/specified-calls'
import { expect, test } from 'vitest'
import { usedCalls } from './screens.ts'

const used: readonly string[] = usedCalls

test('every call of the specification stands in a screen', () => {
  expect(specifiedCalls.filter((call) => !used.includes(call))).toEqual([])
})

test('whatever makes, changes, deletes or restores a record of an area stands in a screen', () => {
  const ofRecords = Object.keys(areas).flatMap((area) =>
    ['create', 'update', 'delete', 'restore'].map((last) => `${area}.${last}`),
  )
  expect(ofRecords.filter((call) => call in routes && !used.includes(call))).toEqual([])
})
