import type { SpecifiedCall } from '@steward/contract/calls/specified-calls'
import { accountCalls } from './account-calls.ts'
import type { Handler } from './ask.ts'
import { readCalls } from './read-calls.ts'
import { writeCalls } from './write-calls.ts'

/** What answers each call that the specification names; there are no others. */
export const calls: Readonly<Record<SpecifiedCall, Handler>> = {
  ...accountCalls,
  ...readCalls,
  ...writeCalls,
}
