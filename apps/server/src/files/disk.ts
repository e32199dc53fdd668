import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

/** The kinds of files that are kept. */
export type FileKind = 'webp' | 'jpg' | 'png' | 'gif' | 'avif'

/** How uploaded files are called. */
export const uploadName = /^[0-9a-f]{32}\.\w{3,4}$/

/** Where uploaded files live: public, under names that can't be guessed. */
export interface Files {
  /** Keeps a file. @returns its URL relative to the server's root, such as `/uploads/3f….webp` */
  save(bytes: Uint8Array, kind: FileKind): Promise<string>
  /** Removes a file by the URL that `save` gave; one that is gone already is fine. */
  remove(url: string): Promise<void>
}

/** Files in the folder `uploads` of the data directory, which is made where it is missing. */
export async function openFiles(dataDir: string): Promise<Files> {
  const folder = join(dataDir, 'uploads')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return {
    save: async (bytes, kind) => {
      const name = `${randomBytes(16).toString('hex')}.${kind}`
      // Whole or not at all: nobody sees a file that is still being written.
      const temporary = join(folder, `.${name}.part`)
      try {
        await writeFile(temporary, bytes, { flag: 'wx', mode: 0o600 })
        await rename(temporary, join(folder, name))
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
      return `/uploads/${name}`
    },
    remove: (url) => rm(join(folder, basename(url)), { force: true }),
  }
}
