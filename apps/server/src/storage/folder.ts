import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { send } from '@fastify/send'
import type { FileStorage, StoredFile, StoredName } from './storage.ts'

/** How many files are looked at together. */
const page = 200

/** Files in folders of the data directory, an absolute path. */
export function folderStorage(dataDir: string): FileStorage {
  const pathOf = (name: StoredName) => join(dataDir, name)
  const makeFolderOf = async (path: string) => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    return path
  }
  return {
    id: async () => await readServerId(await makeFolderOf(join(dataDir, 'imports/server-id'))),
    save: async (name, bytes) => {
      const path = await makeFolderOf(pathOf(name))
      // Written under another name first, so that a partial file is never served; each has its own, since a process that is
      // killed leaves one. The sweeps remove what ends in `.part`.
      const part = `${path}.${randomUUID()}.part`
      try {
        const chunks = bytes instanceof Uint8Array ? [bytes] : bytes
        await pipeline(chunks, createWriteStream(part, { flags: 'wx', mode: 0o600 }))
        await rename(part, path)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
    take: async (name, from) => await rename(from, await makeFolderOf(pathOf(name))),
    read: async (name) => {
      const file = await open(pathOf(name)).catch(ifMissing)
      if (!file) return null
      const { size } = await file.stat()
      // Where the file grows meanwhile, no more than its size is read.
      if (size > 0) return { size, bytes: file.createReadStream({ start: 0, end: size - 1 }) }
      await file.close()
      return { size, bytes: Readable.from([]) }
    },
    serve: async (name, request) => {
      const path = pathOf(name)
      const { statusCode, headers, stream } = await send(request, `/${basename(path)}`, {
        root: dirname(path),
        index: false,
        cacheControl: false,
      })
      return statusCode === 404 ? null : { status: statusCode, headers, body: stream }
    },
    local: async (name) => {
      const path = pathOf(name)
      return (await stat(path).catch(ifMissing)) ? { path, close: async () => {} } : null
    },
    draft: async (name) => {
      const path = await makeFolderOf(pathOf(name))
      return { path, keep: async () => {}, close: async () => {} }
    },
    has: async (name) => (await stat(pathOf(name)).catch(ifMissing)) !== undefined,
    list: async function* (folder) {
      const found = await readdir(join(dataDir, folder), { withFileTypes: true }).catch(ifMissing)
      const names = (found ?? [])
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name)
        .sort()
      for (let at = 0; at < names.length; at += page) {
        const files = names.slice(at, at + page).map(async (name): Promise<StoredFile[]> => {
          const info = await stat(join(dataDir, folder, name)).catch(ifMissing)
          return info ? [{ name, size: info.size, changedAt: info.mtimeMs }] : []
        })
        yield (await Promise.all(files)).flat()
      }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
  }
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

async function readServerId(path: string): Promise<string> {
  await writeFile(path, randomUUID(), { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return (await readFile(path, 'utf8')).trim()
}
