import { msg } from '@steward/i18n/reader'
import { type Said, say } from '@steward/i18n/sentence'
import { Failure } from '../http/failure.ts'

/** Against decompression bombs: the most megapixels by format of sharp (contract, limits). An AVIF is decoded whole, some 20 MB a megapixel. */
const maxMegapixels = { jpeg: 40, png: 40, gif: 40, webp: 40, heif: 16 }
type Kind = keyof typeof maxMegapixels

/** The edge of a kept picture in pixels. */
const edge = 512

/**
 * Makes a square WebP of at most 512 pixels, upright, without metadata. Decoding may need some 400 MB.
 * @throws {Failure} `unsupported_media_type`; `invalid` for damage or too many pixels; at `image`
 */
export async function squarePicture(bytes: Uint8Array): Promise<Uint8Array> {
  const kind = kindOf(bytes)
  if (!kind) throw unknownKind()
  const limitInputPixels = maxMegapixels[kind] * 1_000_000
  const { sharp } = await import('./sharp.ts')
  try {
    // Only the first picture of an animation; sharp checks the header before it decodes.
    const source = sharp(bytes, { limitInputPixels, failOn: 'error', pages: 1 })
    const { format, width, height } = await source.metadata()
    if (format !== kind) throw unknownKind()
    if (width * height > limitInputPixels) throw tooManyPixels(kind)
    const side = Math.min(edge, width, height)
    return await source
      .autoOrient()
      .resize(side, side, { fit: 'cover' })
      .timeout({ seconds: 10 })
      .webp({ quality: 82 })
      .toBuffer()
  } catch (error) {
    if (error instanceof Failure) throw error
    if (/exceeds pixel limit/.test(String(error))) throw tooManyPixels(kind)
    throw refused('invalid', {
      said: msg('The picture is damaged or incomplete. Choose another picture.'),
      msg: msg('is damaged or incomplete. Choose another picture'),
    })
  }
}

const tooManyPixels = (kind: Kind) => {
  const values = { max: maxMegapixels[kind] }
  return refused(
    'invalid',
    kind === 'heif'
      ? {
          said: say(
            'The picture must have at most {max} megapixels as an AVIF. Choose a smaller picture.',
            values,
          ),
          msg: say(
            'must have at most {max} megapixels as an AVIF. Choose a smaller picture',
            values,
          ),
        }
      : {
          said: say(
            'The picture must have at most {max} megapixels. Choose a smaller picture.',
            values,
          ),
          msg: say('must have at most {max} megapixels. Choose a smaller picture', values),
        },
  )
}

/** The format of a picture by its first bytes, in sharp's name; null for other formats. */
function kindOf(bytes: Uint8Array): Kind | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 256))
  const text = head.toString('latin1')
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^GIF8[79]a/.test(text)) return 'gif'
  if (/^RIFF.{4}WEBP/s.test(text)) return 'webp'
  // The head of the file: length, "ftyp", major brand, version, compatible brands.
  if (text.slice(4, 8) === 'ftyp') {
    const brands = text.slice(8, Math.max(8, Math.min(head.length, head.readUInt32BE(0))))
    if (/^(?:.{4})*?avi[fs]/s.test(brands)) return 'heif'
  }
  return null
}

/** @param words the whole sentence, and what follows the field's name */
const refused = (
  code: 'invalid' | 'unsupported_media_type',
  { said, msg }: { said: Said; msg: Said },
) => new Failure(code, said, { errors: [{ msg, path: 'image' }] })

const unknownKind = () =>
  refused('unsupported_media_type', {
    said: msg('The picture must be a JPEG, PNG, WebP, GIF or AVIF file.'),
    msg: msg('must be a JPEG, PNG, WebP, GIF or AVIF file'),
  })
