import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Db } from '../db/connection/connection.ts'
import type { FileStorage, StoredFile } from '../storage/storage.ts'
import { daysKept } from './pictures.ts'
import { findPurged, forgetUnheld, forgetUnused, noteUploaded } from './uploaded.store.ts'
import { uploadName } from './uploaded-files.ts'

const dayMs = 86_400_000

/** How many pictures one statement handles. */
const batch = 200

/** What both sweeps take; `stopping` ends a sweep between two batches. */
interface Sweep {
  dataDir: string
  stopping?: AbortSignal
}

const urlOf = (name: string) => `/uploads/${name}`

/**
 * Removes pictures that no record, deleted or not, has held for {@link daysKept}, and partial files older than
 * a day. Each server sweeps its own storage; several may sweep one bucket, since each row is deleted once.
 * Returns how many it removed.
 */
export async function sweepPictures(
  db: Db,
  storage: FileStorage,
  { dataDir, now = new Date(), stopping }: Sweep & { now?: Date },
): Promise<number> {
  const settings = await shownBySettings(dataDir)
  const before = new Date(now.getTime() - daysKept * dayMs)
  let removed = 0
  for await (const files of storage.list('uploads')) {
    if (stopping?.aborted) break
    const parts = files.filter(
      ({ name, changedAt }) => name.endsWith('.part') && now.getTime() - changedAt >= dayMs,
    )
    for (const { name } of parts) await storage.remove(`uploads/${name}`)
    const swept = files.filter(({ name }) => uploadName.test(name) && !settings.includes(name))
    // For files that have no row yet: those of older versions or of the demonstration.
    await noteUploaded(db, swept.map(asUploaded))
    const unused = await forgetUnused(
      db,
      swept.map(({ name }) => urlOf(name)),
      now,
      before,
    )
    for (const url of unused) await storage.remove(`uploads/${basename(url)}`)
    removed += parts.length + unused.length
  }
  return removed
}

/** Removes all pictures that purged records had, unless another record holds them; returns how many. */
export async function sweepPurged(
  db: Db,
  storage: FileStorage,
  { dataDir, since, stopping }: Sweep & { since: Date },
): Promise<number> {
  const settings = await shownBySettings(dataDir)
  let removed = 0
  for (let after = 0; !stopping?.aborted; ) {
    const { urls, last } = await findPurged(db, since, after, batch)
    if (last === null) break
    after = last
    const own: string[] = []
    for (const url of new Set(urls)) {
      const name = basename(url)
      if (!settings.includes(name) && (await storage.has(`uploads/${name}`))) own.push(url)
    }
    const unheld = await forgetUnheld(db, own)
    for (const url of unheld) await storage.remove(`uploads/${basename(url)}`)
    removed += unheld.length
  }
  return removed
}

/** The settings of the web app as text, which may name a picture as logo. */
const shownBySettings = (dataDir: string): Promise<string> =>
  readFile(join(dataDir, 'config.json'), 'utf8').catch(() => '')

const asUploaded = ({ name, size, changedAt }: StoredFile) => ({
  url: urlOf(name),
  user_id: null,
  size,
  created_at: new Date(changedAt).toISOString(),
})
