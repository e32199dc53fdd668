import { expect, test } from 'vitest'
import { serializeWrites } from './serialize-writes.ts'

/** A server that raises the version by one with each write, and refuses an old one. */
function server(version: number) {
  const sent: (number | null)[] = []
  return {
    sent,
    write: async (from: number | null) => {
      await Promise.resolve()
      sent.push(from)
      if (from !== version) throw new Error('conflict')
      version += 1
      return { version }
    },
    saveElsewhere: () => {
      version += 1
    },
  }
}
const versionIn = (answer: { version: number }) => answer.version

test('three writes of one row go out one after the other, each with the version of the one before', async () => {
  const { write, sent } = server(3)
  const three = [0, 1, 2].map(() => serializeWrites('tasks/a', 3, write, versionIn))
  await Promise.all(three)
  expect(sent).toEqual([3, 4, 5])
  // The row that was drawn after the first answer, and one that is still the oldest.
  await serializeWrites('tasks/a', 4, write, versionIn)
  await serializeWrites('tasks/a', 3, write, versionIn)
  expect(sent).toEqual([3, 4, 5, 6, 7])
})

test('what somebody else saved in between is a conflict, and others go on', async () => {
  const { write, sent, saveElsewhere } = server(3)
  await serializeWrites('tasks/b', 3, write, versionIn)
  saveElsewhere()
  await expect(serializeWrites('tasks/b', 3, write, versionIn)).rejects.toThrow('conflict')
  await expect(serializeWrites('tasks/b', 5, write, versionIn)).resolves.toEqual({ version: 6 })
  expect(sent).toEqual([3, 4, 5])
})

test('records without versions, and other records, wait for nobody else', async () => {
  const never = new Promise<{ version: number }>(() => {})
  void serializeWrites('tasks/c', 1, () => never, versionIn)
  await expect(
    serializeWrites('tasks/d', null, async (v) => ({ version: v ?? 0 }), versionIn),
  ).resolves.toEqual({ version: 0 })
})
