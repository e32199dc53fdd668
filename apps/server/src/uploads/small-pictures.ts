import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { keepLatest } from '../keep-latest.ts'
import { Queue } from '../queue.ts'

/** The edge of a thumbnail in pixels: rows show it at 28, a high-density screen needs twice that. */
const edge = 64

/** The most pixels of a picture to shrink, far more than a kept one has. */
const maxPixels = 1_000_000

/** How many thumbnails are kept in memory, about a kilobyte each. */
const maxKept = 1000

/** How many pictures may wait to be shrunk; the others are sent in full size. */
const maxWaiting = 99

/** Makes thumbnails of pictures in `folder` on first request; null means that the full picture has to be sent. */
export function smallPictures(folder: string): (name: string) => Promise<Buffer | null> {
  const kept = new Map<string, Promise<Buffer | null>>()
  const queue = new Queue({ concurrency: 1, waiting: maxWaiting })
  return async (name) => {
    const made = kept.get(name) ?? queue.run(() => madeSmall(join(folder, name)))
    keepLatest(kept, name, made, maxKept)
    try {
      return await made
    } catch {
      kept.delete(name)
      return null
    }
  }
}

/** The thumbnail of a file; null if it is no smaller than the picture. */
async function madeSmall(path: string): Promise<Buffer | null> {
  const whole = await readFile(path)
  const small = await sharp(whole, { limitInputPixels: maxPixels, pages: 1 })
    .resize(edge, edge, { fit: 'cover', withoutEnlargement: true })
    .timeout({ seconds: 5 })
    .webp({ quality: 75 })
    .toBuffer()
  return small.length < whole.length ? small : null
}
