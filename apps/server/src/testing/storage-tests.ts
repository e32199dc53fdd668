import { createReadStream } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { FileStorage } from '../storage/storage.ts'
import { allPages } from './bucket.ts'

async function* inChunks(bytes: Buffer, fails = false) {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
  if (fails) throw new Error('cut off')
}

/** What every storage of files has to do. */
export function testStorage(storage: () => FileStorage, folder: () => string): void {
  const read = async (name: `uploads/${string}`) => {
    const stored = await storage().read(name)
    return stored && (await buffer(stored.bytes))
  }
  const large = Buffer.alloc(5_000_000, 'steward ')

  test('come back as they were sent, whole or as a local file, until they are removed', async () => {
    const files = storage()
    await files.save('uploads/small.webp', Buffer.from('small'))
    await files.save('uploads/large.webp', inChunks(large))
    await files.save('uploads/empty.webp', inChunks(Buffer.alloc(0)))
    expect((await read('uploads/small.webp'))?.toString()).toBe('small')
    expect((await read('uploads/large.webp'))?.equals(large)).toBe(true)
    expect((await read('uploads/empty.webp'))?.length).toBe(0)
    const opened = await files.read('uploads/large.webp')
    expect(opened?.size).toBe(large.length)
    opened?.bytes.destroy()
    const local = await files.local('uploads/large.webp')
    expect((await buffer(createReadStream(local?.path ?? ''))).equals(large)).toBe(true)
    await local?.close()
    expect(await files.has('uploads/small.webp')).toBe(true)
    await files.remove('uploads/small.webp')
    await files.remove('uploads/small.webp')
    expect(await files.has('uploads/small.webp')).toBe(false)
    expect(await read('uploads/small.webp')).toBeNull()
    expect(await files.local('uploads/small.webp')).toBeNull()
  })

  test('one whose sender breaks off leaves nothing', async () => {
    const sent = storage().save('uploads/half.webp', inChunks(large, true))
    await expect(sent).rejects.toThrow('cut off')
    expect(await storage().has('uploads/half.webp')).toBe(false)
    for (const name of ['uploads', 'temporary']) {
      const left = await readdir(join(folder(), name)).catch(() => [])
      expect(left.filter((each) => each.includes('half') || name === 'temporary')).toEqual([])
    }
  })

  test('are listed with their sizes, and taken over from the disk', async () => {
    const before = Date.now() - 2_000
    const path = join(folder(), 'restored')
    await writeFile(path, 'restored')
    await storage().take('imports/restored', path)
    const draft = await storage().draft('imports/draft')
    await writeFile(draft.path, 'draft')
    await draft.keep()
    await draft.close()
    const found = (await allPages(storage().list('imports'))).flat()
    const own = found.filter(({ name }) => ['restored', 'draft'].includes(name))
    expect(own.map(({ name, size }) => [name, size])).toEqual([
      ['draft', 5],
      ['restored', 8],
    ])
    expect(own.every(({ changedAt }) => changedAt >= before)).toBe(true)
  })
}
