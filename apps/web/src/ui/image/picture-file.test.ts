import { expect, it } from 'vitest'
import { dataUrlBlob, isNewPicture, problemOf } from './picture-file.ts'

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))
const jpeg = bytes('\xff\xd8\xff\xe0')
const png = bytes('\x89PNG\r\n\x1a\n')

it.each([
  ['a whole JPEG', 100, jpeg, bytes('..\xff\xd9'), null],
  ['a JPEG that is cut off', 100, jpeg, bytes('....'), 'incomplete'],
  ['a whole PNG', 100, png, bytes('IEND\xaeB`\x82'), null],
  ['a PNG that is cut off', 100, png, bytes('IDAT'), 'incomplete'],
  ['a WebP', 100, bytes('RIFF\0\0\0\0WEBPVP8 '), bytes(''), null],
  ['an AVIF', 100, bytes('\0\0\0\x1cftypavif\0\0\0\0mif1'), bytes(''), null],
  [
    'an SVG that calls itself something else',
    100,
    bytes('<svg xmlns='),
    bytes('</svg>'),
    'JPEG, PNG',
  ],
  ['a page', 100, bytes('<!doctype html>'), bytes(''), 'JPEG, PNG'],
  ['nothing', 0, bytes(''), bytes(''), 'empty'],
  ['20 MB', 20 * 1_048_576, jpeg, bytes('\xff\xd9'), '5 MB'],
])('%s', (_, size, head, tail, words) => {
  const problem = problemOf(size, head, tail)
  if (words === null) expect(problem).toBeNull()
  else expect(problem).toContain(words)
})

it('turns a picture of the form into what is sent', async () => {
  const url = `data:image/webp;base64,${btoa('picture')}`
  expect(isNewPicture(url)).toBe(true)
  expect(isNewPicture('/uploads/a.webp')).toBe(false)
  expect(isNewPicture(null)).toBe(false)
  expect(await dataUrlBlob(url).text()).toBe('picture')
  expect(dataUrlBlob(url).type).toBe('image/webp')
})
