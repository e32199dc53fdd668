import { randomBytes } from 'node:crypto'
import { basename } from 'node:path'
import type { FileStorage } from '../storage/storage.ts'

export type FileKind = 'webp' | 'jpg' | 'png' | 'gif' | 'avif'

export const uploadName = /^[0-9a-f]{32}\.\w{3,4}$/

/** Uploaded files: public, under names that can't be guessed. */
export function uploadedFiles(storage: FileStorage) {
  return {
    /** Saves a file and returns its URL, such as `/uploads/3f….webp`. */
    save: async (bytes: Uint8Array, kind: FileKind): Promise<string> => {
      const name = `uploads/${randomBytes(16).toString('hex')}.${kind}` as const
      await storage.save(name, bytes)
      return `/${name}`
    },
    /** Removes a file; one that is gone already is no error. */
    remove: (url: string): Promise<void> => storage.remove(`uploads/${basename(url)}`),
  }
}
export type Files = ReturnType<typeof uploadedFiles>
