import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { say } from '@steward/i18n/sentence'
import { OperatorError } from '../operator-error.ts'
import { type FileStorage, type StoredName, storedFolders } from './storage.ts'

/** How many files are copied at the same time. */
const atOnce = 8

interface CopyOptions {
  signal: AbortSignal
  onFile?: (done: number, of: number) => void
}

/** The names of the files that a storage holds for everybody: whole ones, and not what identifies it. */
export async function storedNames(storage: FileStorage): Promise<StoredName[]> {
  const names: StoredName[] = []
  for (const folder of storedFolders) {
    for await (const files of storage.list(folder)) {
      for (const { name } of files)
        if (!name.endsWith('.part') && name !== 'server-id') names.push(`${folder}/${name}`)
    }
  }
  return names
}

/**
 * Copies files from one storage to the other and reads each again there. One that is there already
 * with the same content is left alone, so that a copying can be repeated.
 * @returns how many were copied, and how many were there
 * @throws {OperatorError} where a copy differs from its source
 */
export async function copyFiles(
  from: FileStorage,
  to: FileStorage,
  names: readonly StoredName[],
  { signal, onFile }: CopyOptions,
): Promise<{ copied: number; there: number }> {
  const done = { copied: 0, there: 0 }
  for (let at = 0; at < names.length; at += atOnce) {
    signal.throwIfAborted()
    const some = names.slice(at, at + atOnce)
    for (const outcome of await Promise.all(some.map((name) => copyFile(from, to, name))))
      if (outcome) done[outcome] += 1
    onFile?.(Math.min(at + atOnce, names.length), names.length)
  }
  return done
}

/** What was done; null for a file that is gone meanwhile. */
async function copyFile(from: FileStorage, to: FileStorage, name: StoredName) {
  if ((await to.has(name)) && (await sumOf(from, name)) === (await sumOf(to, name))) return 'there'
  const source = await from.read(name)
  if (!source) return null
  const sum = createHash('sha256')
  await to.save(
    name,
    passing(source.bytes, (chunk) => sum.update(chunk)),
  )
  if ((await sumOf(to, name)) === sum.digest('hex')) return 'copied'
  throw new OperatorError(
    say(
      '{name} holds something else in its new place than in the old one. Nothing was removed; run the same command again.',
      { name },
    ),
  )
}

async function* passing(bytes: Readable, see: (chunk: Buffer) => unknown) {
  for await (const chunk of bytes) {
    see(chunk)
    yield chunk
  }
}

async function sumOf(storage: FileStorage, name: StoredName): Promise<string | null> {
  const stored = await storage.read(name)
  if (!stored) return null
  const sum = createHash('sha256')
  for await (const chunk of stored.bytes) sum.update(chunk)
  return sum.digest('hex')
}
