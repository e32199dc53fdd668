import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import {
  access,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { mostImportBytes } from '@steward/contract/imports.routes'
import { Failure } from '../../http/failure.ts'
import { isId } from '../../ids.ts'
import { type FileSource, fileSource } from '../../import/source.ts'

/** A file in the folder: an uploaded one, one on its way, or a report. */
export interface StoredFile {
  /** The `_id` of the import. */
  id: string
  kind: 'file' | 'part' | 'report'
  bytes: number
  /** Milliseconds since 1970. */
  changedAt: number
}

const endings = { file: '', part: '.part', report: '.report.csv' } as const

/** Uploaded files and their reports, in the folder `imports` of the data directory. */
export interface ImportFiles {
  /** Names this data directory among those of several servers. */
  serverId: string
  /**
   * Keeps a file while it comes in, whole or not at all.
   * @returns how many bytes it has, and their SHA-256 in hexadecimal
   * @throws {Failure} `too_large`
   */
  save(id: string, bytes: Readable): Promise<{ size: number; sha256: string }>
  /** An uploaded file; undefined where it is no longer there. */
  source(id: string, name: string): Promise<FileSource | undefined>
  /** Where the report of bad rows goes. */
  reportPath(id: string): string
  /** The text of a report; undefined where there is none. */
  report(id: string): Promise<AsyncIterable<string> | undefined>
  /** Throws an uploaded file away; its report stays. */
  remove(id: string): Promise<void>
  removeReport(id: string): Promise<void>
  /** Everything that takes room. */
  stored(): Promise<StoredFile[]>
  removeStored(file: Pick<StoredFile, 'id' | 'kind'>): Promise<void>
}

/** Opens the folder; it is made where it is missing. @param dataDir an absolute path */
export async function openImportFiles(dataDir: string): Promise<ImportFiles> {
  const folder = join(dataDir, 'imports')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = (id: string) => join(folder, id)
  const reportPath = (id: string) => join(folder, `${id}${endings.report}`)
  return {
    serverId: await readServerId(join(folder, 'server-id')),
    save: async (id, bytes) => {
      const part = `${path(id)}${endings.part}`
      try {
        const received = await receive(bytes, part)
        await rename(part, path(id))
        return received
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
    source: async (id, name) =>
      (await isThere(path(id))) ? { ...(await fileSource(path(id))), name } : undefined,
    reportPath,
    report: async (id) =>
      (await isThere(reportPath(id)))
        ? createReadStream(reportPath(id), { encoding: 'utf8' })
        : undefined,
    remove: (id) => rm(path(id), { force: true }),
    removeReport: (id) => rm(reportPath(id), { force: true }),
    stored: async () => {
      const found = await Promise.all((await readdir(folder)).map((name) => look(folder, name)))
      return found.filter((file) => file !== undefined)
    },
    removeStored: ({ id, kind }) => rm(`${path(id)}${endings[kind]}`, { force: true }),
  }
}

async function look(folder: string, name: string): Promise<StoredFile | undefined> {
  const id = name.slice(0, 36)
  const kind = (['file', 'part', 'report'] as const).find(
    (each) => endings[each] === name.slice(36),
  )
  if (kind === undefined || !isId(id)) return undefined
  try {
    const { size, mtimeMs } = await stat(join(folder, name))
    return { id, kind, bytes: size, changedAt: mtimeMs }
  } catch (error) {
    // Somebody else has thrown it away meanwhile.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** @returns the SHA-256 of a file that isn't kept, in hexadecimal @throws {Failure} as {@link ImportFiles.save} */
export async function sha256Of(bytes: Readable): Promise<string> {
  return (await take(bytes, async () => {})).sha256
}

async function receive(bytes: Readable, path: string): Promise<{ size: number; sha256: string }> {
  const file = await open(path, 'wx', 0o600)
  try {
    return await take(bytes, async (chunk) => void (await file.write(chunk)))
  } finally {
    await file.close()
  }
}

async function take(bytes: Readable, write: (chunk: Buffer) => Promise<void>) {
  const hash = createHash('sha256')
  let size = 0
  try {
    for await (const chunk of bytes) {
      size += chunk.length
      if (size > mostImportBytes) {
        throw new Failure('too_large', 'The file is larger than 200 MB.')
      }
      hash.update(chunk)
      await write(chunk)
    }
    return { size, sha256: hash.digest('hex') }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET') {
      throw new Failure('malformed', 'The upload was interrupted. Please send the file again.')
    }
    throw error
  }
}

async function readServerId(path: string): Promise<string> {
  await writeFile(path, randomUUID(), { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return (await readFile(path, 'utf8')).trim()
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
