import { buffer } from 'node:stream/consumers'
import { keepLatest } from '../keep-latest.ts'
import { Queue } from '../queue.ts'
import type { FileStorage } from '../storage/storage.ts'

/** The edge of a thumbnail in pixels: rows show it at 28, a high-density screen needs twice that. */
const edge = 64

/** The most pixels of a picture to shrink, far more than a kept one has. */
const maxPixels = 1_000_000

/** How many thumbnails are kept in memory, about a kilobyte each. */
const maxKept = 1000

/** How many pictures may wait to be shrunk; the others are sent in full size. */
const maxWaiting = 99

/** Makes thumbnails of uploaded pictures on first request; null means that the full picture has to be sent. */
export function smallPictures(storage: FileStorage): (name: string) => Promise<Buffer | null> {
  const kept = new Map<string, Promise<Buffer | null>>()
  const queue = new Queue({ concurrency: 1, waiting: maxWaiting })
  return async (name) => {
    const made = kept.get(name) ?? queue.run(() => madeSmall(storage, name))
    keepLatest(kept, name, made, maxKept)
    try {
      return await made
    } catch {
      kept.delete(name)
      return null
    }
  }
}

/** The thumbnail of a picture; null if it is no smaller. @throws where the picture is gone */
async function madeSmall(storage: FileStorage, name: string): Promise<Buffer | null> {
  const stored = await storage.read(`uploads/${name}`)
  if (!stored) throw new Error('the picture is gone')
  const whole = await buffer(stored.bytes)
  const { sharp } = await import('./sharp.ts')
  const small = await sharp(whole, { limitInputPixels: maxPixels, pages: 1 })
    .resize(edge, edge, { fit: 'cover', withoutEnlargement: true })
    .timeout({ seconds: 5 })
    .webp({ quality: 75 })
    .toBuffer()
  return small.length < whole.length ? small : null
}
