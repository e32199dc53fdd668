import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { OperatorError } from '../operator-error.ts'
import { tap } from './archive.ts'
import { type Folder, folders } from './format.ts'
import { problemWith } from './output-file.ts'

export type RestoredFiles = Awaited<ReturnType<typeof stageFiles>>

export async function stageFiles(dataDir: string) {
  const waiting = (name: string) => join(dataDir, `${name}.restore`)
  const sums = new Map<string, string>()
  const singles = new Set<string>()

  const discard = async () => {
    for (const name of [...folders, ...singles])
      await rm(waiting(name), { recursive: true, force: true })
  }
  await discard()

  return {
    add: async (folder: Folder, name: string, bytes: AsyncIterable<Buffer>): Promise<void> => {
      const path = join(waiting(folder), name)
      await mkdir(waiting(folder), { recursive: true, mode: 0o700 })
      const sum = createHash('sha256')
      const file = createWriteStream(path, { mode: 0o600, flags: 'wx' })
      const seen = tap(bytes, (chunk) => sum.update(chunk))
      await pipeline(seen, file).catch((error) => {
        throw problemWith(path, error)
      })
      sums.set(path, sum.digest('hex'))
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
    /** Reads every file again; throws an OperatorError where one is not as it was written. */
    verify: async (): Promise<void> => {
      for (const [path, written] of sums) {
        const sum = createHash('sha256')
        for await (const chunk of createReadStream(path)) sum.update(chunk)
        if (sum.digest('hex') === written) continue
        throw new OperatorError(
          `${path} was written, but holds something else now: the disk fails.`,
        )
      }
    },
    /** Moves pictures and imports into place, which is harmless if the restore fails later. */
    place: async (): Promise<void> => {
      for (const folder of folders) {
        const names = await readdir(waiting(folder)).catch(() => [])
        await mkdir(join(dataDir, folder), { recursive: true, mode: 0o700 })
        for (const name of names)
          await rename(join(waiting(folder), name), join(dataDir, folder, name))
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
            `The database is restored, but ${path} can't be put in its place: ${error.message}. It waits as ${waiting(name)}.`,
          )
        })
      }
      return setAside
    },
    discard,
  }
}
