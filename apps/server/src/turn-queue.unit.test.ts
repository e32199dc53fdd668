import { expect, test } from 'vitest'
import { TurnQueue } from './turn-queue.ts'

test('one piece of work is done at a time, and people take turns', async () => {
  const queue = new TurnQueue()
  const done: string[] = []
  let running = 0
  const work = (name: string) => async () => {
    running += 1
    expect(running).toBe(1)
    await new Promise((go) => setTimeout(go, 1))
    running -= 1
    done.push(name)
  }
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map((name) =>
    queue.run(name.charAt(0), work(name)),
  )
  expect(queue.waiting).toBe(6)
  await Promise.all(all)
  expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
  expect(queue.waiting).toBe(0)
  await queue.run('a', work('a5'))
  expect(done.at(-1)).toBe('a5')
})

test('work that fails holds nobody up', async () => {
  const queue = new TurnQueue()
  const failing = queue.run('a', () => Promise.reject(new Error('no')))
  const next = queue.run('b', async () => 'done')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('done')
})
