import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../ids.ts'
import { findImport, keepImport } from '../modules/imports/imports.store.ts'
import { folderStorage } from '../storage/folder.ts'
import { s3Storage } from '../storage/s3.ts'
import { backUp, backupFolder, restoreFrom } from '../testing/backups.ts'
import { openTestBucket, type TestBucket } from '../testing/bucket.ts'
import { openTestDatabase, type TestDatabase, usualEngine } from '../testing/database.ts'
import { createAdmin } from '../testing/factories.ts'

let bucket: TestBucket
let folder: Awaited<ReturnType<typeof backupFolder>>
const databases: TestDatabase[] = []
const open = async () => {
  const database = await openTestDatabase(usualEngine)
  databases.push(database)
  return database
}
beforeAll(async () => {
  bucket = await openTestBucket()
  folder = await backupFolder()
})
afterAll(async () => {
  for (const database of databases) await database.dispose()
  await bucket.dispose()
  await folder.remove()
})

test('files go from a bucket into a backup, from there into a folder, and back into a bucket', async () => {
  const source = await open()
  source.config.s3 = bucket.target
  const inBucket = s3Storage(bucket.target, source.config.dataDir)
  const id = newId()
  const picture = 'uploads/picture.webp'
  await inBucket.save(picture, Buffer.from('a picture'))
  await inBucket.save(`imports/${id}`, Buffer.from('title\nA\n'))
  const { db } = source.connection
  const { id: user_id } = await createAdmin(db, null)
  const file = { id, area: 'tasks', file_name: 'a.csv', size: 8, user_id } as const
  await keepImport(db, { ...file, server_id: await inBucket.id() })
  const path = folder.path('bucket.tar.gz')
  expect((await backUp(source, path)).totals.files).toBe(2)

  const other = await open()
  await restoreFrom(path, other)
  const inFolder = folderStorage(other.config.dataDir)
  expect([await inFolder.has(picture), await inFolder.has(`imports/${id}`)]).toEqual([true, true])
  const restored = await findImport(other.connection.db, id)
  expect(restored?.server_id).toBe(await inFolder.id())

  for (const name of await bucket.names()) await inBucket.remove(name as 'uploads/')
  await backUp(other, folder.path('folder.tar.gz'))
  const third = await open()
  third.config.s3 = bucket.target
  await restoreFrom(folder.path('folder.tar.gz'), third)
  expect(await bucket.names()).toEqual(expect.arrayContaining([picture, `imports/${id}`]))
  expect((await findImport(third.connection.db, id))?.server_id).toBe(await inBucket.id())

  // Without its bucket a backup is none, and leaves no file that looks like one.
  await bucket.stop()
  await expect(backUp(third, folder.path('away.tar.gz'))).rejects.toThrow('can’t be reached')
  await bucket.start()
})
