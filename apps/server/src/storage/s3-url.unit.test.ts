import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { readS3Url } from './s3-url.ts'

test('an address names the bucket by path or by host, with keys as they were before they were written', () => {
  expect(readS3Url('https://AKIA:a%2Fb%25c@s3.example.com/pictures')).toEqual({
    endpoint: 'https://s3.example.com/pictures',
    prefix: '',
    accessKeyId: 'AKIA',
    secretAccessKey: 'a/b%c',
    region: 'us-east-1',
  })
  const virtual = 'https://a:b@s3.eu-1.example.com:9000/pictures/one/two/?region=eu-1&style=virtual'
  expect(readS3Url(virtual)).toMatchObject({
    endpoint: 'https://pictures.s3.eu-1.example.com:9000',
    prefix: 'one/two/',
    region: 'eu-1',
  })
  for (const open of ['http://a:b@localhost/pictures', 'http://a:b@s3.lan/pictures?tls=off'])
    expect(readS3Url(open)).not.toHaveProperty('problem')
})

test.each([
  ['https://KEY:SEC/RET@host/bucket', 'written as %2F'],
  ['ftp://KEY:SECRET@host/bucket', 'must be an address'],
  ['https://host/bucket', 'must have a key and its secret'],
  ['https://KEY@host/bucket', 'must have a key and its secret'],
  ['https://KEY:SECRET@host', 'must name a bucket'],
  ['https://KEY:SECRET@host/bucket/a%20b', 'must have a prefix of'],
  ['https://KEY:SECRET@host/bucket?style=host', 'the style path or virtual'],
  ['https://KEY:SECRET@host/bucket?reigon=x', 'takes region, style, tls'],
  ['https://KEY:SECRET%@host/bucket', 'written as %25'],
  ['http://KEY:SECRET@s3.example.com/bucket', 'must begin with https://'],
])('%s is refused in a sentence without a value of it', (url, reason) => {
  const read = () => readConfig({ S3_URL: url })
  expect(read).toThrow(reason)
  expect(read).toThrow(/^The setting S3_URL [^\n]*\.$/)
  expect(read).not.toThrow(/KEY(?!:SECRET@host)|SEC(?!RET@host| ?RET)/)
})
