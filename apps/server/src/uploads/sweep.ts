import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Db } from '../db/connection/connection.ts'
import { type Files, uploadName } from './disk.ts'
import { daysKept } from './pictures.ts'
import { findPurged, forgetUnheld, forgetUnused, noteUploaded } from './uploaded.store.ts'

const dayMs = 86_400_000

/** How many pictures one statement handles. */
const batch = 200

/** What both sweeps take; `stopping` ends a sweep between two batches. */
interface Sweep {
  dataDir: string
  stopping?: AbortSignal
}

/**
 * Removes pictures that no record, deleted or not, has held for {@link daysKept}, and partial files older than
 * a day. Each server sweeps its own disk. Returns how many it removed.
 */
export async function sweepPictures(
  db: Db,
  files: Files,
  { dataDir, now = new Date(), stopping }: Sweep & { now?: Date },
): Promise<number> {
  const folder = join(dataDir, 'uploads')
  const names = await readdir(folder)
  let removed = await removeParts(folder, names, now)
  const settings = await shownBySettings(dataDir)
  const swept = names.filter((name) => uploadName.test(name) && !settings.includes(name))
  for (let at = 0; at < swept.length && !stopping?.aborted; at += batch) {
    const some = swept.slice(at, at + batch)
    const found = await Promise.all(some.map((name) => fileOf(folder, name)))
    // For files that have no row yet: those of older versions or of the demonstration.
    await noteUploaded(db, found.flat())
    const urls = some.map((name) => `/uploads/${name}`)
    const before = new Date(now.getTime() - daysKept * dayMs)
    const unused = await forgetUnused(db, urls, now, before)
    for (const url of unused) await files.remove(url)
    removed += unused.length
  }
  return removed
}

/** Removes all pictures that purged records had, unless another record holds them; returns how many. */
export async function sweepPurged(
  db: Db,
  files: Files,
  { dataDir, since, stopping }: Sweep & { since: Date },
): Promise<number> {
  const there = new Set(await readdir(join(dataDir, 'uploads')))
  const settings = await shownBySettings(dataDir)
  let removed = 0
  for (let after = 0; !stopping?.aborted; ) {
    const { urls, last } = await findPurged(db, since, after, batch)
    if (last === null) break
    after = last
    const own = [...new Set(urls)].filter(
      (url) => there.has(basename(url)) && !settings.includes(basename(url)),
    )
    const unheld = await forgetUnheld(db, own)
    for (const url of unheld) await files.remove(url)
    removed += unheld.length
  }
  return removed
}

/** The settings of the web app as text, which may name a picture as logo. */
const shownBySettings = (dataDir: string): Promise<string> =>
  readFile(join(dataDir, 'config.json'), 'utf8').catch(() => '')

async function fileOf(folder: string, name: string) {
  const found = await stat(join(folder, name)).catch(() => undefined)
  if (!found) return []
  const created_at = found.mtime.toISOString()
  return [{ url: `/uploads/${name}`, user_id: null, size: found.size, created_at }]
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
