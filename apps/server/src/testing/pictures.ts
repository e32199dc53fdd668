import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A picture whose left half is red and whose right half is blue. */
export function redAndBlue(width = 600, height = 400) {
  const half = Math.floor(width / 2)
  const blue = { r: 0, g: 0, b: 255 }
  const right = { create: { width: width - half, height, channels: 3 as const, background: blue } }
  return sharp({
    create: { width, height, channels: 3, background: { r: 255, g: 0, b: 0 } },
  }).composite([{ input: right, left: half, top: 0 }])
}

/** A picture of noise, which no format makes small. */
export function noise(width: number, height: number) {
  const pixels = Buffer.alloc(width * height * 3)
  let state = 12345
  for (let i = 0; i < pixels.length; i += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    pixels[i] = state >>> 24
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** A PNG file of a few bytes that says that it is this large. */
export function claimingPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A multipart form, as a browser sends it. */
export function form(
  fields: Record<string, string | Uint8Array | Blob>,
  fileName = 'picture.png',
): FormData {
  const made = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') made.append(name, value)
    else if (value instanceof Blob) made.append(name, value)
    else made.append(name, new Blob([new Uint8Array(value)], { type: 'image/png' }), fileName)
  }
  return made
}

/** A PNG picture of a screen with at most 128 colours, which is a third as large and looks the same. */
export const withFewColours = (png: Buffer): Promise<Buffer> =>
  sharp(png).png({ palette: true, colours: 128 }).toBuffer()
