import { t } from '@steward/i18n/reader'

/** The largest picture file, in bytes (contract, limits). */
const maxBytes = 5 * 1_048_576
const maxPixels = 40_000_000

export interface Chosen {
  element: HTMLImageElement
  width: number
  height: number
  /** Frees the picture's memory; to be called when it is no longer drawn. */
  release: () => void
}

/** The value of `accept` for picture files; their content is checked as well. */
export const acceptedPictures = 'image/jpeg,image/png,image/webp,image/gif,image/avif'

/** Why a picture file is refused, as a sentence; null where it is accepted. */
export function problemOf(size: number, head: Uint8Array, tail: Uint8Array): string | null {
  if (size === 0) return t('This file is empty. Choose another picture.')
  if (size > maxBytes)
    return t('This file is larger than 5 MB. Choose a smaller one or reduce its size first.')
  const kind = kindOf(head)
  if (kind === null)
    return t('This picture can’t be used. Choose a JPEG, PNG, WebP, GIF or AVIF file.')
  const end = latin(tail)
  const whole = kind === 'jpeg' ? end.includes('\xff\xd9') : kind !== 'png' || end.includes('IEND')
  return whole ? null : damaged()
}

/** Reads a chosen file; returns the picture, or a sentence why it can't be used. */
export async function readPicture(file: Blob): Promise<Chosen | string> {
  const edge = 65_536
  const [head, tail] = await Promise.all(
    [file.slice(0, 64), file.slice(Math.max(0, file.size - edge))].map(
      async (part) => new Uint8Array(await part.arrayBuffer()),
    ),
  )
  const problem = problemOf(file.size, head ?? new Uint8Array(), tail ?? new Uint8Array())
  if (problem !== null) return problem
  const url = URL.createObjectURL(file)
  const release = () => URL.revokeObjectURL(url)
  const element = new Image()
  const found = await new Promise<boolean>((done) => {
    element.onload = () => done(true)
    element.onerror = () => done(false)
    element.src = url
  })
  const { naturalWidth: width, naturalHeight: height } = element
  // Checked before decoding, as decoding a picture of too many pixels could exhaust the memory.
  const wrong = !found
    ? damaged()
    : width * height > maxPixels
      ? t('This picture has more than 40 megapixels. Choose one with fewer pixels.')
      : width === 0 || height === 0 || !(await decodes(element))
        ? damaged()
        : null
  if (wrong === null) return { element, width, height, release }
  release()
  return wrong
}

const damaged = () => t('This picture is damaged or incomplete. Choose another one.')

const decodes = (element: HTMLImageElement): Promise<boolean> =>
  element.decode().then(
    () => true,
    () => false,
  )

const latin = (bytes: Uint8Array): string => {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}

/** The format of a picture by its first bytes; null where it isn't accepted. */
function kindOf(head: Uint8Array): 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | null {
  const text = latin(head)
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^GIF8[79]a/.test(text)) return 'gif'
  if (/^RIFF.{4}WEBP/s.test(text)) return 'webp'
  if (/^.{4}ftyp.*avi[fs]/s.test(text)) return 'avif'
  return null
}

export function dataUrlBlob(url: string): Blob {
  const [, type = 'image/webp', text = ''] = /^data:([^;,]+);base64,(.*)$/s.exec(url) ?? []
  return new Blob([Uint8Array.from(atob(text), (char) => char.charCodeAt(0))], { type })
}

export const isNewPicture = (image: string | null): image is string =>
  image?.startsWith('data:') ?? false
