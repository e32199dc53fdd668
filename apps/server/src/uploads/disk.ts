import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

export type FileKind = 'webp' | 'jpg' | 'png' | 'gif' | 'avif'

export const uploadName = /^[0-9a-f]{32}\.\w{3,4}$/

/** Uploaded files in `uploads` of the data directory: public, under names that can't be guessed. */
export async function openFiles(dataDir: string) {
  const folder = join(dataDir, 'uploads')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return {
    /** Saves a file and returns its URL, such as `/uploads/3f….webp`. */
    save: async (bytes: Uint8Array, kind: FileKind): Promise<string> => {
      const name = `${randomBytes(16).toString('hex')}.${kind}`
      // Written under another name first, so that a partial file is never served.
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
    /** Removes a file; one that is gone already is no error. */
    remove: (url: string): Promise<void> => rm(join(folder, basename(url)), { force: true }),
  }
}
export type Files = Awaited<ReturnType<typeof openFiles>>
