import type { Endpoint } from '@steward/contract/calls/endpoint'
import fc from 'fast-check'
import { hostileText, partOf } from './fuzz-hostile.ts'
import { schemaOf, textOf } from './fuzz-values.ts'

/** A request's body and what it says that it is. */
export interface Body {
  type: string | undefined
  payload: string | Buffer | undefined
}

const json = 'application/json'

/** Bodies that are no JSON object, or don't say so. */
const oddBodies: fc.Arbitrary<Body> = fc.constantFrom<Body>(
  { type: undefined, payload: undefined },
  { type: json, payload: '' },
  { type: json, payload: '{' },
  { type: json, payload: '[]' },
  { type: json, payload: 'null' },
  { type: json, payload: '"x"' },
  { type: json, payload: '{"__proto__":{"x":1}}' },
  { type: json, payload: '{"a":1,"a":2}' },
  { type: json, payload: '\ufeff{}' },
  { type: json, payload: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) },
  { type: json, payload: '['.repeat(100_000) },
  { type: `${json}; charset=utf-16`, payload: '{}' },
  { type: 'application/jsonx', payload: '{}' },
  { type: 'text/plain', payload: '{}' },
  { type: 'text/xml', payload: '<a/>' },
  { type: 'application/x-www-form-urlencoded', payload: 'a=b' },
  { type: 'nonsense', payload: '{}' },
  { type: '', payload: '{}' },
  { type: 'multipart/form-data', payload: '' },
  { type: 'multipart/form-data; boundary=', payload: '----' },
  { type: 'multipart/form-data; boundary=x', payload: '' },
  { type: 'multipart/form-data; boundary=x', payload: '--x--\r\n' },
  { type: 'multipart/form-data; boundary=x', payload: '--x\r\n\r\n\r\n--x--\r\n' },
  {
    type: 'multipart/form-data; boundary=x',
    payload: '--x\r\nContent-Disposition: form-data; name="image"; filename="a',
  },
  { type: 'application/octet-stream', payload: Buffer.alloc(70_000) },
)

/** A red dot. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

const files = fc.oneof(
  fc.constantFrom(png, Buffer.alloc(0), png.subarray(0, 40), Buffer.from('<svg onload="x"/>')),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
)

const quoted = (name: string) => name.replaceAll(/["\r\n]/g, '_')

/** A multipart form of some fields and files. */
function formOf(fields: unknown, sent: [string, Buffer][]): Body {
  const parts: Buffer[] = []
  const add = (head: string, bytes: Buffer) =>
    parts.push(
      Buffer.from(`--fuzz\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      bytes,
      Buffer.from('\r\n'),
    )
  for (const [name, value] of Object.entries(fields ?? {})) {
    add(`name="${quoted(name)}"`, Buffer.from(textOf(value)))
  }
  for (const [name, bytes] of sent) add(`name="${quoted(name)}"; filename="a.png"`, bytes)
  parts.push(Buffer.from('--fuzz--\r\n'))
  return { type: 'multipart/form-data; boundary=fuzz', payload: Buffer.concat(parts) }
}

const rows = fc
  .array(
    fc.array(fc.oneof(hostileText, fc.constantFrom('Ada', '12.50', '2026-01-31', 'EUR', 'open')), {
      maxLength: 5,
    }),
    { maxLength: 6 },
  )
  .map((all) => ['title,name,email,status,due', ...all.map((row) => row.join(','))].join('\n'))

/**
 * Bodies of a call: JSON and forms most of the time, whatever it takes.
 * @param example one that is known to be taken
 */
export function bodiesOf(
  { body, files: fileFields, upload }: Endpoint,
  example: unknown,
): fc.Arbitrary<Body> {
  if (upload) {
    const bytes = fc.oneof(
      rows,
      fc.constantFrom(
        '',
        '\0',
        '"',
        '{"title":1}\n{"title":',
        '\ufefftitle\nx',
        `title\n${'x'.repeat(100_000)}`,
      ),
      fc.uint8Array({ maxLength: 200 }).map((each) => Buffer.from(each)),
    )
    const sent = bytes.map((payload): Body => ({ type: 'application/octet-stream', payload }))
    return fc.oneof({ weight: 5, arbitrary: sent }, oddBodies)
  }
  if (!body)
    return fc.oneof(
      { weight: 9, arbitrary: fc.constant({ type: undefined, payload: undefined }) },
      oddBodies,
    )
  const values = partOf(schemaOf(body), example)
  const asJson = values.map((value): Body => ({ type: json, payload: JSON.stringify(value) ?? '' }))
  const names = fc.constantFrom(...(fileFields ?? ['image']), 'image', 'other', '__proto__')
  const sent = fc.array(fc.tuple(names, files), { maxLength: 3 })
  const asForm = fc.tuple(values, sent).map(([value, all]) => formOf(value, all))
  return fc.oneof(
    { weight: 20, arbitrary: asJson },
    { weight: fileFields ? 10 : 1, arbitrary: asForm },
    { weight: 1, arbitrary: oddBodies },
  )
}
