import { expect, it } from 'vitest'
import { requestBody } from './request-body.ts'

const picture = new Blob(['picture'], { type: 'image/webp' })

it('is JSON without what is undefined', () =>
  expect(requestBody({ name: 'Ada', image: null, role: undefined })).toEqual({
    name: 'Ada',
    image: null,
  }))

it('is a form where a file goes along, and where the call takes nothing else', () => {
  const sent = requestBody({
    image: picture,
    version: 2,
    permissions: [],
    parent: null,
    x: undefined,
  })
  expect(sent).toBeInstanceOf(FormData)
  const { image, ...texts } = Object.fromEntries(sent as unknown as FormData)
  expect(image).toBeInstanceOf(Blob)
  expect(texts).toEqual({ version: '2', permissions: '[]', parent: '' })
  expect(requestBody({ name: 'Ada' }, { multipart: true })).toBeInstanceOf(FormData)
})
