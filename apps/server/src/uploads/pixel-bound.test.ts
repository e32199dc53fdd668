import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../testing/database.ts'
import { nextNumber } from '../testing/factories.ts'
import { claimingPng, form, redAndBlue } from '../testing/pictures.ts'
import { startTestApp, type TestApp } from '../testing/server.ts'

const tooMany = (most: string) => `Must have at most ${most}. Choose a smaller picture`
const damaged = 'Is damaged or incomplete. Choose another picture'

/** A small picture whose header says that it is this large. */
const claiming = {
  png: async (width: number, height: number) => claimingPng(width, height),
  jpeg: async (width: number, height: number) => {
    const bytes = await redAndBlue(64, 64).jpeg().toBuffer()
    const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]))
    bytes.writeUInt16BE(height, frame + 5)
    bytes.writeUInt16BE(width, frame + 7)
    return bytes
  },
  webp: async (width: number, height: number) => {
    const bytes = await redAndBlue(64, 64).webp().toBuffer()
    const frame = bytes.indexOf(Buffer.from([0x9d, 0x01, 0x2a]))
    bytes.writeUInt16LE(width, frame + 3)
    bytes.writeUInt16LE(height, frame + 5)
    return bytes
  },
  avif: async (width: number, height: number) => {
    const bytes = await redAndBlue(64, 64).avif({ effort: 0 }).toBuffer()
    const extent = bytes.indexOf('ispe') + 8
    bytes.writeUInt32BE(width, extent)
    bytes.writeUInt32BE(height, extent + 4)
    return bytes
  },
}

describe.each(oneEngine)('pixels of an uploaded picture on %s', (engine) => {
  let t: TestApp
  let token: string
  beforeAll(async () => {
    t = await startTestApp(engine)
    token = (await t.signIn('owner')).token
  })
  afterAll(() => t.dispose())

  const upload = async (image: Uint8Array) => {
    const name = `Pixels ${nextNumber()}`
    const { status, body } = await t.call('roles.create', { token, form: form({ name, image }) })
    return { status, msg: body.errors?.[0].msg }
  }

  test.each([
    ['png', 8_000, 5_000, '40 megapixels'],
    ['jpeg', 8_000, 5_000, '40 megapixels'],
    ['webp', 8_000, 5_000, '40 megapixels'],
    ['avif', 4_000, 4_000, '16 megapixels as an AVIF'],
  ] as const)('a %s that says %i × %i is read, one with a row more is not', async (...of) => {
    const [kind, width, height, most] = of
    const above = await claiming[kind](width, height + 1)
    expect(above.length).toBeLessThan(4_000)
    expect(await upload(above)).toEqual({ status: 422, msg: tooMany(most) })
    // It has too few pixels for what it says, which only shows once it is read.
    const at = await upload(await claiming[kind](width, height))
    expect(at).not.toEqual({ status: 422, msg: tooMany(most) })
    if (at.status !== 201) expect(at).toEqual({ status: 422, msg: damaged })
  })

  test('a whole picture of exactly 40 megapixels is taken', async () => {
    const white = { width: 8_000, height: 5_000, channels: 3 as const, background: '#fff' }
    const image = await sharp({ create: white }).png({ palette: true, colours: 2 }).toBuffer()
    expect(image.length).toBeLessThan(100_000)
    expect(await upload(image)).toEqual({ status: 201, msg: undefined })
  })
})
