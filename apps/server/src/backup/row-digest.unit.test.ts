import { expect, test } from 'vitest'
import { rowDigest } from './row-digest.ts'

const digestOf = (...texts: string[]) => {
  const digest = rowDigest()
  for (const text of texts) digest.add(Buffer.from(text))
  return digest.result()
}

test('rows have one digest, however they are cut and in whatever order they come', () => {
  const whole = digestOf('1\tAda\n2\tGrace\n3\tMary\n')
  expect(whole).toMatchObject({ rows: 3, digest: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(digestOf('1\tA', 'd', 'a', '\n2\tGrace\n3\tMary', '\n')).toEqual(whole)
  expect(digestOf('3\tMary\n1\tAda\n2\tGrace\n')).toEqual(whole)
})

test('other rows have another, also where some come twice', () => {
  const texts = [
    '',
    '\n',
    '\n\n',
    'a\n',
    'a\na\n',
    'b\nb\n',
    'a\nb\n',
    'a\na\nb\nb\n',
    'ab\n',
    'a\tb\n',
  ]
  const digests = texts.map((text) => JSON.stringify(digestOf(text)))
  expect(new Set(digests).size).toBe(texts.length)
})

test('a row without its end has none', () => {
  expect(digestOf('1\n2')).toEqual({ rows: 1, digest: '' })
})
