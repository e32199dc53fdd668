import sharp from 'sharp'
import { Failure } from '../http/failure.ts'
import type { Files } from './disk.ts'

/** Pixels of a picture at the most (contract, limits). */
const mostPixels = 40_000_000

/** The edge of a kept picture of a person or a role, in pixels. */
const edge = 512

/** Pictures that are decoded at once; each may need 160 MB while it is. */
const mostAtOnce = 2

/**
 * Makes of an uploaded picture the one that is kept: a square WebP of at most 512 pixels, upright,
 * without its metadata. What it is, its content says, never its name.
 * @throws {Failure} `unsupported_media_type` for what is no picture that is taken, `invalid` for
 *   one that is damaged or has too many pixels; both at the field
 */
export async function squarePicture(bytes: Uint8Array, field = 'image'): Promise<Uint8Array> {
  const kind = kindOf(bytes)
  if (!kind) throw unknownKind(field)
  return await inTurn(async () => {
    try {
      // Only the first picture of an animation; its header is read before anything is decoded.
      const source = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })
      const { format, width, height } = await source.metadata()
      if (format !== kind) throw unknownKind(field)
      if (width * height > mostPixels) {
        throw refused('invalid', field, 'must have at most 40 megapixels; choose a smaller picture')
      }
      const side = Math.min(edge, width, height)
      return await source
        .autoOrient()
        .resize(side, side, { fit: 'cover' })
        .timeout({ seconds: 20 })
        .webp({ quality: 82 })
        .toBuffer()
    } catch (error) {
      if (error instanceof Failure) throw error
      throw refused('invalid', field, 'is damaged or cut off; choose another picture')
    }
  })
}

/**
 * Keeps an uploaded picture while `work` writes its URL into a record; should that fail, the file
 * goes again. The file that it replaces stays, since an undo brings its URL back.
 * @param bytes undefined where none was uploaded; `work` then gets undefined too
 */
export async function withPicture<R>(
  files: Files,
  bytes: Uint8Array | undefined,
  work: (url: string | undefined) => Promise<R>,
): Promise<R> {
  if (!bytes) return await work(undefined)
  const url = await files.save(await squarePicture(bytes), 'webp')
  try {
    return await work(url)
  } catch (error) {
    await files.remove(url)
    throw error
  }
}

/** The format as sharp calls it, by the first bytes; null for any that isn't taken. */
function kindOf(bytes: Uint8Array): 'jpeg' | 'png' | 'gif' | 'webp' | 'heif' | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 256))
  const text = head.toString('latin1')
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^GIF8[79]a/.test(text)) return 'gif'
  if (/^RIFF.{4}WEBP/s.test(text)) return 'webp'
  // The box of brands: its length, "ftyp", the major brand, a version, then compatible brands.
  if (text.slice(4, 8) === 'ftyp') {
    const brands = text.slice(8, Math.max(8, Math.min(head.length, head.readUInt32BE(0))))
    if (/^(?:.{4})*?avi[fs]/s.test(brands)) return 'heif'
  }
  return null
}

const refused = (code: 'invalid' | 'unsupported_media_type', path: string, msg: string) =>
  new Failure(code, `The picture ${msg}.`, { errors: [{ msg, path }] })

const unknownKind = (field: string) =>
  refused('unsupported_media_type', field, 'must be a JPEG, PNG, WebP, GIF or AVIF file')

let running = 0
const waiting: (() => void)[] = []

async function inTurn<R>(work: () => Promise<R>): Promise<R> {
  if (running >= mostAtOnce) await new Promise<void>((go) => waiting.push(go))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
