import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { maxImportBytes } from '@steward/contract/imports/imports.routes'
import type { Db } from '../../db/connection/connection.ts'
import { Failure } from '../../http/failure.ts'
import { isId } from '../../ids.ts'
import { type FileSource, fileSource } from '../../importer/read/source.ts'
import type { ImportLimits } from './limits.ts'

type FileKind = 'file' | 'part' | 'report'

export interface StoredFile {
  id: string
  kind: FileKind
  bytes: number
  changedAt: number
}

const endings = { file: '', part: '.part', report: '.report.csv' } as const
const kinds = Object.keys(endings) as FileKind[]

export type ImportFiles = Awaited<ReturnType<typeof openImportFiles>>

/** What imports in the browser work with. */
export interface ImportContext {
  db: Db
  files: ImportFiles
  limits: ImportLimits
}

/** Opens the folder of import files and makes it if needed; `dataDir` is an absolute path. */
export async function openImportFiles(dataDir: string) {
  const folder = join(dataDir, 'imports')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const pathOf = (id: string, kind: FileKind) => join(folder, id + endings[kind])
  const remove = (id: string, kind: FileKind) => rm(pathOf(id, kind), { force: true })
  return {
    /** Identifies this data directory among those of several servers. */
    serverId: await readServerId(join(folder, 'server-id')),
    /** Saves an uploaded file completely or not at all; throws a Failure `too_large`. */
    save: async (id: string, bytes: Readable) => {
      const part = pathOf(id, 'part')
      try {
        const file = await open(part, 'wx', 0o600)
        const received = await take(bytes, (chunk) => file.write(chunk)).finally(() => file.close())
        await rename(part, pathOf(id, 'file'))
        return received
      } catch (error) {
        await remove(id, 'part')
        throw error
      }
    },
    source: async (id: string, name: string): Promise<FileSource | undefined> => {
      const path = pathOf(id, 'file')
      return (await stat(path).catch(ifMissing)) && { ...(await fileSource(path)), name }
    },
    reportPath: (id: string) => pathOf(id, 'report'),
    report: async (id: string): Promise<AsyncIterable<string> | undefined> => {
      const path = pathOf(id, 'report')
      return (await stat(path).catch(ifMissing)) && createReadStream(path, { encoding: 'utf8' })
    },
    remove,
    stored: async (): Promise<StoredFile[]> => {
      const found = (await readdir(folder)).map(async (name): Promise<StoredFile[]> => {
        const id = name.slice(0, 36)
        const kind = kinds.find((each) => endings[each] === name.slice(36))
        if (kind === undefined || !isId(id)) return []
        const info = await stat(join(folder, name)).catch(ifMissing)
        return info ? [{ id, kind, bytes: info.size, changedAt: info.mtimeMs }] : []
      })
      return (await Promise.all(found)).flat()
    },
  }
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

export async function sha256Of(bytes: Readable): Promise<string> {
  return (await take(bytes, async () => {})).sha256
}

async function take(bytes: Readable, write: (chunk: Buffer) => Promise<unknown>) {
  const hash = createHash('sha256')
  let size = 0
  try {
    for await (const chunk of bytes) {
      size += chunk.length
      if (size > maxImportBytes) throw new Failure('too_large', 'The file is larger than 200 MB.')
      hash.update(chunk)
      await write(chunk)
    }
    return { size, sha256: hash.digest('hex') }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET')
      throw new Failure('malformed', 'The upload was interrupted. Please send the file again.')
    throw error
  }
}

async function readServerId(path: string): Promise<string> {
  await writeFile(path, randomUUID(), { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return (await readFile(path, 'utf8')).trim()
}
