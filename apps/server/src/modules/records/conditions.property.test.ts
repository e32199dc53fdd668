import fc from 'fast-check'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { modelOf } from '../../testing/conditions-model.ts'
import { oneEngine } from '../../testing/database.ts'
import { type Asked, drawnCase, type Kind, rolesOf } from '../../testing/drawn-calls.ts'
import { type Narrowed, openNarrowed } from '../../testing/narrowed-community.ts'
import * as log from '../../testing/narrowed-log.ts'
import * as reads from '../../testing/narrowed-reads.ts'
import { type Hooked, hook, told } from '../../testing/narrowed-told.ts'
import * as writes from '../../testing/narrowed-writes.ts'
import { atScale } from '../../testing/scale.ts'

const cases = atScale ? 10_000 : 150

/** What a key and an agent ask as a person does. */
const byEveryDoor: readonly Kind[] = [
  'list',
  'counted',
  'details',
  'totals',
  'counts',
  'search',
  'log',
  'history',
  'comments',
  'past',
]

describe.each(oneEngine)('what conditions let see and change, on %s', (engine) => {
  let of: Narrowed
  let hooked: Hooked
  let expectOf: Record<Kind, reads.Expect>
  beforeAll(async () => {
    of = await openNarrowed(engine)
    await writes.importBills(of)
    hooked = await hook(of)
    expectOf = {
      ...reads,
      export: reads.exports,
      ...log,
      ...writes,
      import: writes.overwrite,
      told: told(hooked),
    }
  })
  afterAll(async () => {
    await of.dispose()
    hooked.receiver.close()
  })

  test(`is what a slow model works out, in ${cases} drawn cases`, async () => {
    await fc.assert(
      fc.asyncProperty(drawnCase, async (drawn) => {
        const { own, further } = rolesOf(drawn, of.rowsOf)
        await of.narrow(own, further)
        for (const one of drawn.asks) {
          const asked: Asked = byEveryDoor.includes(one.kind) ? one : { ...one, door: 'person' }
          // Programs have no role until a time.
          const roles = further && asked.door === 'person' ? [own, further] : [own]
          const model = modelOf(of.all(), of.idOf(asked.door), roles)
          try {
            await expectOf[asked.kind](of, model, asked)
          } catch (error) {
            const { message, actual, expected } = error as Error & {
              actual?: unknown
              expected?: unknown
            }
            const by = of.idOf(asked.door)
            throw new Error(
              `${asked.kind} ${JSON.stringify({ by, roles, asked })}\n${message}\nexpected ${JSON.stringify(expected)}\nbut got  ${JSON.stringify(actual)}`,
            )
          }
        }
      }),
      {
        // What was drawn before has changed the community, so that nothing smaller can be looked for.
        endOnFailure: true,
        numRuns: cases,
        ...(!atScale && { interruptAfterTimeLimit: 30_000 }),
      },
    )
  }, 10_800_000)
})
