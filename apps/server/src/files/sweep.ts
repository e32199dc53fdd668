import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../db/connection/connection.ts'
import type { Files } from './disk.ts'
import { daysKept } from './pictures.ts'
import { forgetUnused, noteUploaded } from './uploaded.store.ts'

const dayMs = 86_400_000

/** Files that are looked at in one statement. */
const batch = 200

/**
 * Removes the files of pictures that no record has held for {@link daysKept}, and what a crash left
 * half written more than a day ago. A record that is deleted still holds its picture. Each server
 * sweeps its own disk, whether it shares it or not.
 * @param stopping ends it between two batches
 * @returns how many files it removed
 */
export async function sweepPictures(
  db: Db,
  files: Files,
  { dataDir, now = new Date(), stopping }: { dataDir: string; now?: Date; stopping?: AbortSignal },
): Promise<number> {
  const folder = join(dataDir, 'uploads')
  const names = await readdir(folder)
  let removed = await removeParts(folder, names, now)
  const settings = await shownBySettings(dataDir)
  const kept = names.filter((name) => /^[0-9a-f]{32}\.\w{3,4}$/.test(name))
  const swept = kept.filter((name) => !settings.includes(name))
  for (let at = 0; at < swept.length && !stopping?.aborted; at += batch) {
    const some = swept.slice(at, at + batch)
    const found = await Promise.all(some.map((name) => fileOf(folder, name)))
    // What was there before files were noted, or drawn for a demonstration, is noted now.
    await noteUploaded(
      db,
      found.flatMap((each) => each ?? []),
    )
    const urls = some.map((name) => `/uploads/${name}`)
    const before = new Date(now.getTime() - daysKept * dayMs)
    for (const url of await forgetUnused(db, urls, now, before)) {
      await files.remove(url)
      removed += 1
    }
  }
  return removed
}

/** The settings of the web app, which may show a picture, such as a logo; empty where there are none. */
export const shownBySettings = (dataDir: string): Promise<string> =>
  readFile(join(dataDir, 'config.json'), 'utf8').catch(() => '')

async function fileOf(folder: string, name: string) {
  const found = await stat(join(folder, name)).catch(() => undefined)
  return (
    found && { url: `/uploads/${name}`, userId: null, size: found.size, createdAt: found.mtime }
  )
}

async function removeParts(folder: string, names: string[], now: Date): Promise<number> {
  let removed = 0
  for (const name of names.filter((each) => each.endsWith('.part'))) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (!found || now.getTime() - found.mtimeMs < dayMs) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}
