import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { Failure } from '../http/failure.ts'
import { claimingPng, noise, redAndBlue } from '../testing/pictures.ts'
import { squarePicture } from './images.ts'
import { decodeQueue } from './pictures.ts'

const failureOf = async (bytes: Uint8Array): Promise<Failure> => {
  const failure = await squarePicture(bytes).catch((error: unknown) => error)
  if (failure instanceof Failure) return failure
  throw new Error('it was taken')
}

/** The colour of a pixel: `red`, `blue` or what else it is. */
async function colourAt(bytes: Uint8Array, x: number, y: number): Promise<string> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const at = (y * info.width + x) * info.channels
  const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3)
  if (r > 200 && g < 60 && b < 60) return 'red'
  return b > 200 && r < 60 && g < 60 ? 'blue' : `${r},${g},${b}`
}

describe('pictures', () => {
  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
    'a %s becomes a square WebP of at most 512 pixels',
    async (format) => {
      const kept = await squarePicture(await redAndBlue(1600, 900).toFormat(format).toBuffer())
      const { format: made, width, height } = await sharp(kept).metadata()
      expect({ made, width, height }).toEqual({ made: 'webp', width: 512, height: 512 })
      expect(await colourAt(kept, 20, 256)).toBe('red')
      expect(await colourAt(kept, 490, 256)).toBe('blue')
    },
  )

  test('a small one is not blown up', async () => {
    const kept = await squarePicture(await redAndBlue(90, 40).png().toBuffer())
    expect(await sharp(kept).metadata()).toMatchObject({ width: 40, height: 40 })
  })

  test('it is put upright, and tells nothing about its camera or place', async () => {
    const taken = await redAndBlue(600, 600)
      .withExif({ IFD0: { Copyright: 'somebody', Make: 'camera' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(taken).metadata()).orientation).toBe(6)
    const kept = await squarePicture(taken)
    expect(await colourAt(kept, 256, 20)).toBe('red')
    expect(await colourAt(kept, 256, 490)).toBe('blue')
    const { exif, icc, xmp, iptc, orientation } = await sharp(kept).metadata()
    expect({ exif, icc, xmp, iptc, orientation }).toEqual({})
    expect(Buffer.from(kept).includes('camera')).toBe(false)
  })

  test.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>'],
    ['SVG behind a declaration', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['PDF', '%PDF-1.7\n'],
    ['TIFF', 'II*\0\x08\0\0\0'],
    ['text', 'hello'],
    ['ftyp of no picture', '\0\0\0\x18ftypisom\0\0\0\0isomavc1'],
  ])('%s is refused, whatever its name', async (_, text) => {
    const failure = await failureOf(Buffer.from(text, 'latin1'))
    expect(failure.code).toBe('unsupported_media_type')
    expect(failure.errors).toEqual([
      { path: 'image', msg: 'must be a JPEG, PNG, WebP, GIF or AVIF file' },
    ])
  })

  test('an SVG that begins like a GIF is refused', async () => {
    const failure = await failureOf(
      Buffer.from('GIF89a<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    )
    expect(failure.code).toMatch(/^(invalid|unsupported_media_type)$/)
  })

  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
    'half a %s is refused',
    async (format) => {
      const whole = await noise(300, 200).toFormat(format).toBuffer()
      const failure = await failureOf(whole.subarray(0, Math.floor(whole.length / 2)))
      expect(failure.code).toBe('invalid')
      expect(failure.errors).toEqual([
        { path: 'image', msg: 'is damaged or incomplete. Choose another picture' },
      ])
    },
  )

  test.each([
    [30_000, 30_000],
    [6_325, 6_325],
    [2_000_000_000, 2],
  ])('a small file of %i × %i pixels is refused before it is decoded', async (width, height) => {
    const bytes = claimingPng(width, height)
    expect(bytes.length).toBeLessThan(1000)
    const before = process.memoryUsage().rss
    const failure = await failureOf(bytes)
    expect(failure.code).toBe('invalid')
    expect(failure.errors).toMatchObject([{ path: 'image' }])
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1_048_576)
  })

  test.each([
    [6_300, 6_300],
    [4_001, 4_000],
  ])('class: decompression bomb, an AVIF of %i × %i pixels', async (width, height) => {
    const bytes = await redAndBlue(64, 64).avif({ effort: 0 }).toBuffer()
    const extent = bytes.indexOf('ispe') + 8
    bytes.writeUInt32BE(width, extent)
    bytes.writeUInt32BE(height, extent + 4)
    expect((await failureOf(bytes)).fields()).toEqual([
      {
        path: 'image',
        msg: 'Must have at most 16 megapixels as an AVIF. Choose a smaller picture',
      },
    ])
  })

  test('many at once all come through', async () => {
    const bytes = await redAndBlue(1200, 800).jpeg().toBuffer()
    const damaged = bytes.subarray(0, 400)
    const queue = decodeQueue({ waiting: 12, perPerson: 1, waitMs: 60_000 })
    const kept = await Promise.allSettled(
      Array.from({ length: 12 }, (_, i) =>
        queue.run(() => squarePicture(i % 4 === 3 ? damaged : bytes), { person: `person ${i}` }),
      ),
    )
    expect(kept.map(({ status }) => status === 'fulfilled')).toEqual(
      kept.map((_, i) => i % 4 !== 3),
    )
  })
})
