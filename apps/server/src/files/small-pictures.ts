import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { Queue } from '../queue.ts'

/** The edge in pixels: a row shows a picture at 28, and a fine screen has two pixels for each. */
const edge = 64

/** Far more than a kept picture has; what is larger isn't decoded for anybody who asks. */
const maxPixels = 1_000_000

/** How many are kept in memory, of about a kilobyte each. */
const maxKept = 1000

/** How many wait while one is made; whoever asks for more gets them whole. */
const maxWaiting = 99

/**
 * Pictures as rows of a list show them (thumbnails), made of the kept ones when they are first asked for.
 * @param folder where kept pictures are
 * @returns gives a picture by the name of its file; null where there is none, or it comes whole
 */
export function smallPictures(folder: string): (name: string) => Promise<Buffer | null> {
  const kept = new Map<string, Promise<Buffer | null>>()
  const queue = new Queue({ concurrency: 1, waiting: maxWaiting })
  return async (name) => {
    const made = kept.get(name) ?? queue.run(() => madeSmall(join(folder, name)))
    // What was asked for last goes last.
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

/** @returns null for one that is no larger as it is */
async function madeSmall(path: string): Promise<Buffer | null> {
  const whole = await readFile(path)
  const small = await sharp(whole, { limitInputPixels: maxPixels, pages: 1 })
    .resize(edge, edge, { fit: 'cover', withoutEnlargement: true })
    .timeout({ seconds: 5 })
    .webp({ quality: 75 })
    .toBuffer()
  return small.length < whole.length ? small : null
}
