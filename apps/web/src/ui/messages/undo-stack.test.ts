import { afterEach, expect, test } from 'vitest'
import { forgetActs, pushUndo, undoLastAct } from './undo-stack.ts'

afterEach(forgetActs)

/** Notes an act whose undo goes on until the test ends it. */
function act(name: string, told: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  pushUndo({
    undo: async () => {
      told.push(`${name} begins`)
      await promise.finally(() => told.push(`${name} ends`))
    },
  })
  return { ends: resolve, fails: () => reject(new Error('refused')) }
}
/** Lets everything happen that waits for nothing else. */
const settle = () => new Promise((done) => setTimeout(done))

test('asked for twice at once, the second undo waits for the first', async () => {
  const told: string[] = []
  const [older, newer] = [act('older', told), act('newer', told)]
  expect([undoLastAct(), undoLastAct(), undoLastAct()]).toEqual([true, true, false])
  await settle()
  expect(told).toEqual(['newer begins'])
  newer.ends()
  await settle()
  expect(told).toEqual(['newer begins', 'newer ends', 'older begins'])
  older.ends()
  await settle()
  expect(told.at(-1)).toBe('older ends')
})

test('an undo that fails keeps no other one waiting', async () => {
  const told: string[] = []
  const [older, newer] = [act('older', told), act('newer', told)]
  undoLastAct()
  undoLastAct()
  newer.fails()
  await settle()
  expect(told).toEqual(['newer begins', 'newer ends', 'older begins'])
  older.ends()
})

test('an undo that gets no answer keeps none waiting once the stack was emptied', async () => {
  const told: string[] = []
  act('older', told)
  undoLastAct()
  await settle()
  forgetActs()
  const newer = act('newer', told)
  undoLastAct()
  await settle()
  expect(told).toEqual(['older begins', 'newer begins'])
  newer.ends()
})

test('what can’t be taken back any more is passed over', async () => {
  const told: string[] = []
  act('older', told).ends()
  const forget = pushUndo({ undo: () => told.push('newer begins') })
  forget()
  expect(undoLastAct()).toBe(true)
  await settle()
  expect(told).toEqual(['older begins', 'older ends'])
})

test('of more acts than anybody goes back to, the oldest are forgotten', () => {
  for (let n = 0; n < 60; n += 1) pushUndo({ undo: () => {} })
  let undone = 0
  while (undoLastAct()) undone += 1
  expect(undone).toBe(50)
})
