import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { say } from '@steward/i18n/sentence'
import { OperatorError } from '../operator-error.ts'
import {
  type FileStorage,
  type StoredFolder,
  type StoredName,
  storedFolders,
} from '../storage/storage.ts'
import { tap } from './archive.ts'
import { problemWith } from './output-file.ts'

/** How many files are placed at the same time. */
const atOnce = 8

export type RestoredFiles = Awaited<ReturnType<typeof stageFiles>>

/** Files of a backup, which wait in the data directory until they are placed. */
export async function stageFiles(dataDir: string, storage: FileStorage) {
  const waiting = (name: string) => join(dataDir, `${name}.restore`)
  const sums = new Map<StoredName, string>()
  const singles = new Set<string>()
  const stagedPath = (name: StoredName) => join(waiting(dirname(name)), basename(name))

  const discard = async () => {
    for (const name of [...storedFolders, ...singles])
      await rm(waiting(name), { recursive: true, force: true })
  }
  await discard()

  return {
    add: async (
      folder: StoredFolder,
      name: string,
      bytes: AsyncIterable<Buffer>,
    ): Promise<void> => {
      const path = stagedPath(`${folder}/${name}`)
      await mkdir(waiting(folder), { recursive: true, mode: 0o700 })
      const sum = createHash('sha256')
      const file = createWriteStream(path, { mode: 0o600, flags: 'wx' })
      const seen = tap(bytes, (chunk) => sum.update(chunk))
      await pipeline(seen, file).catch((error) => {
        throw problemWith(path, error)
      })
      sums.set(`${folder}/${name}`, sum.digest('hex'))
    },
    /** Adds a file that lies directly in the data directory. */
    addSingle: async (name: string, text: string): Promise<void> => {
      singles.add(name)
      const file = await open(waiting(name), 'w', 0o600)
      try {
        await file.writeFile(text)
        await file.sync()
      } finally {
        await file.close()
      }
    },
    /** Moves pictures and imports into place, which is harmless if the restore fails later. */
    place: async (): Promise<void> => {
      const names = [...sums.keys()]
      for (let at = 0; at < names.length; at += atOnce) {
        const some = names.slice(at, at + atOnce)
        await Promise.all(some.map((name) => storage.take(name, stagedPath(name))))
      }
    },
    /** Reads every placed file again; throws an OperatorError where one is not as it was written. */
    verify: async (): Promise<void> => {
      for (const [name, written] of sums) {
        const sum = createHash('sha256')
        const stored = await storage.read(name)
        for await (const chunk of stored?.bytes ?? []) sum.update(chunk)
        if (sum.digest('hex') === written) continue
        throw new OperatorError(
          say('{name} was written, but holds something else now: the disk or the bucket fails.', {
            name,
          }),
        )
      }
    },
    /** Moves files into the data directory; returns the new names of the files that were there. */
    placeSingle: async (): Promise<string[]> => {
      const setAside: string[] = []
      for (const name of [...singles]) {
        // From here on the file is kept after a failure, too: the database is committed already.
        singles.delete(name)
        const path = join(dataDir, name)
        const before = await readFile(path, 'utf8').catch(() => null)
        if (before !== null && before !== (await readFile(waiting(name), 'utf8'))) {
          await rename(path, `${path}.before-restore`)
          setAside.push(`${path}.before-restore`)
        }
        await rename(waiting(name), path).catch((error: Error) => {
          throw new OperatorError(
            say(
              "The database is restored, but {path} can't be put in its place: {message}. It waits as {waiting}.",
              { path, message: error.message, waiting: waiting(name) },
            ),
          )
        })
      }
      return setAside
    },
    discard,
  }
}
