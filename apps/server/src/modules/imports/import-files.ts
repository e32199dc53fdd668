import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { maxImportBytes } from '@steward/contract/imports/imports.routes'
import type { Db } from '../../db/connection/connection.ts'
import { Failure } from '../../http/failure.ts'
import { isId } from '../../ids.ts'
import { type FileSource, fileSource } from '../../importer/read/source.ts'
import type { FileStorage, StoredName } from '../../storage/storage.ts'
import type { ImportLimits } from './limits.ts'

type FileKind = 'file' | 'report'

export interface StoredImport {
  id: string
  /** `part` is unfinished. */
  kind: FileKind | 'part'
  name: StoredName
  bytes: number
  changedAt: number
}

/** What follows the id in the name of a file. */
const endings = { file: '', report: '.report.csv' } as const

function kindOf(ending: string): StoredImport['kind'] | undefined {
  if (ending.endsWith('.part')) return 'part'
  return (Object.keys(endings) as FileKind[]).find((kind) => endings[kind] === ending)
}

export type ImportFiles = Awaited<ReturnType<typeof openImportFiles>>

/** What imports in the browser work with. */
export interface ImportContext {
  db: Db
  files: ImportFiles
  limits: ImportLimits
}

/** The files of imports: what was uploaded, and the reports of bad rows. */
export async function openImportFiles(storage: FileStorage) {
  const nameOf = (id: string, kind: FileKind) => `imports/${id}${endings[kind]}` as const
  return {
    /** Identifies the storage: all servers that have it can work on its files. */
    storageId: await storage.id(),
    /** Saves an uploaded file completely or not at all; throws a Failure `too_large`. */
    save: async (id: string, bytes: Readable) => {
      const reading = read(bytes)
      await storage.save(nameOf(id, 'file'), reading.chunks)
      return reading.result()
    },
    has: (id: string): Promise<boolean> => storage.has(nameOf(id, 'file')),
    /** Runs `work` with an uploaded file on this machine's disk; undefined where it is gone. */
    withSource: async <R>(
      { id, file_name: name }: { id: string; file_name: string },
      work: (source: FileSource) => Promise<R>,
    ): Promise<R | undefined> => {
      const file = await storage.local(nameOf(id, 'file'))
      if (!file) return undefined
      try {
        return await work({ ...(await fileSource(file.path)), name })
      } finally {
        await file.close()
      }
    },
    draftReport: (id: string) => storage.draft(nameOf(id, 'report')),
    report: async (id: string): Promise<AsyncIterable<string> | undefined> =>
      (await storage.read(nameOf(id, 'report')))?.bytes.setEncoding('utf8'),
    remove: (id: string, kind: FileKind) => storage.remove(nameOf(id, kind)),
    removeStored: ({ name }: StoredImport) => storage.remove(name),
    stored: async (): Promise<StoredImport[]> => {
      const found: StoredImport[] = []
      for await (const files of storage.list('imports')) {
        for (const { name, size, changedAt } of files) {
          const id = name.slice(0, 36)
          const kind = kindOf(name.slice(36))
          if (kind !== undefined && isId(id))
            found.push({ id, kind, name: `imports/${name}`, bytes: size, changedAt })
        }
      }
      return found
    },
  }
}

export async function sha256Of(bytes: Readable): Promise<string> {
  const { chunks, result } = read(bytes)
  for await (const _ of chunks);
  return result().sha256
}

/** Passes an upload on, and tells its size and digest afterwards. */
function read(bytes: Readable) {
  const hash = createHash('sha256')
  let size = 0
  const chunks = async function* (): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of bytes) {
        size += chunk.length
        if (size > maxImportBytes) throw new Failure('too_large', 'The file is larger than 200 MB.')
        hash.update(chunk)
        yield chunk
      }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET')
        throw new Failure('malformed', 'The upload was interrupted. Please send the file again.')
      throw error
    }
  }
  return { chunks: chunks(), result: () => ({ size, sha256: hash.digest('hex') }) }
}
