import { specifiedCalls } from '@steward/contract/specified-calls'
import { expect, test } from 'vitest'
import { screens } from './screens.ts'

test('every call of the specification stands in a screen', () => {
  const named = screens.flatMap(({ needs, features, always }) => [
    ...needs,
    ...features.flatMap(({ calls }) => calls),
    ...(always ? [] : ['permissions.own']),
  ])
  expect(specifiedCalls.filter((call) => !named.includes(call))).toEqual([])
})
