import sharp from 'sharp'
import { Failure } from '../http/failure.ts'

/** The formats that are taken, as sharp calls them. */
type Kind = 'jpeg' | 'png' | 'gif' | 'webp' | 'heif'

/**
 * Pixels of a picture at the most (contract, limits). An AVIF is decoded whole and at 4:4:4, so that
 * each of its megapixels needs some 20 MB meanwhile; it has to be smaller.
 */
const maxPixels: Record<Kind, number> = {
  jpeg: 40_000_000,
  png: 40_000_000,
  gif: 40_000_000,
  webp: 40_000_000,
  heif: 16_000_000,
}

/** The edge of a kept picture of a person or a role, in pixels. */
const edge = 512

// Requests are answered beside a picture, and what was decoded is never asked for again.
sharp.concurrency(1)
sharp.cache(false)

/**
 * Makes of an uploaded picture the one that is kept: a square WebP of at most 512 pixels, upright,
 * without its metadata. What it is, its content says, never its name. To be called for one picture
 * at a time ({@link decodeQueue}), since a picture may need some 400 MB while it is decoded.
 * @throws {Failure} `unsupported_media_type` for what is no picture that is taken, `invalid` for
 *   one that is damaged or has too many pixels; both at the field
 */
export async function squarePicture(bytes: Uint8Array, field = 'image'): Promise<Uint8Array> {
  const kind = kindOf(bytes)
  if (!kind) throw unknownKind(field)
  try {
    // Only the first picture of an animation; its header is read before anything is decoded.
    const source = sharp(bytes, { limitInputPixels: maxPixels[kind], failOn: 'error', pages: 1 })
    const { format, width, height } = await source.metadata()
    if (format !== kind) throw unknownKind(field)
    if (width * height > maxPixels[kind]) {
      throw tooManyPixels(kind, field)
    }
    const side = Math.min(edge, width, height)
    return await source
      .autoOrient()
      .resize(side, side, { fit: 'cover' })
      .timeout({ seconds: 10 })
      .webp({ quality: 82 })
      .toBuffer()
  } catch (error) {
    if (error instanceof Failure) throw error
    if (/exceeds pixel limit/.test(String(error))) throw tooManyPixels(kind, field)
    throw refused('invalid', field, 'is damaged or incomplete. Choose another picture')
  }
}

const tooManyPixels = (kind: Kind, field: string) => {
  const name = kind === 'heif' ? ' as an AVIF' : ''
  const most = maxPixels[kind] / 1_000_000
  return refused(
    'invalid',
    field,
    `must have at most ${most} megapixels${name}. Choose a smaller picture`,
  )
}

/** The format as sharp calls it, by the first bytes; null for any that isn't taken. */
function kindOf(bytes: Uint8Array): Kind | null {
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
