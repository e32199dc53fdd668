import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { Queue } from '../queue.ts'

/** Pixels: a row shows 28, on a fine screen twice that. */
const edge = 64

/** Far more than a kept picture has. */
const maxPixels = 1_000_000

/** In memory, about a kilobyte each. */
const maxKept = 1000

/** Beyond it, pictures come whole. */
const maxWaiting = 99

/** Thumbnails of the pictures in `folder`, made when first asked for. @returns null where it comes whole */
export function smallPictures(folder: string): (name: string) => Promise<Buffer | null> {
  const kept = new Map<string, Promise<Buffer | null>>()
  const queue = new Queue({ concurrency: 1, waiting: maxWaiting })
  return async (name) => {
    const made = kept.get(name) ?? queue.run(() => madeSmall(join(folder, name)))
    // The last asked for goes last.
    kept.delete(name)
    kept.set(name, made)
    const [oldest] = kept.keys()
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
    try {
      return await made
    } catch {
      kept.delete(name)
      return null
    }
  }
}

/** @returns null for one that is no smaller */
async function madeSmall(path: string): Promise<Buffer | null> {
  const whole = await readFile(path)
  const small = await sharp(whole, { limitInputPixels: maxPixels, pages: 1 })
    .resize(edge, edge, { fit: 'cover', withoutEnlargement: true })
    .timeout({ seconds: 5 })
    .webp({ quality: 75 })
    .toBuffer()
  return small.length < whole.length ? small : null
}
