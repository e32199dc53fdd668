import { createServer } from 'node:http'
import { wholeBody } from './whole-body.ts'

interface SentSpan {
  trace: string
  id: string
  parent: string
  name: string
  attributes: Record<string, string | number>
}

/** The fields of a protobuf message: numbers as they are, everything else as bytes. */
function fieldsOf(bytes: Buffer): Map<number, (Buffer | number)[]> {
  const fields = new Map<number, (Buffer | number)[]>()
  let at = 0
  const varint = () => {
    let [value, factor] = [0, 1]
    for (;;) {
      const byte = bytes[at++] ?? 0
      value += (byte & 127) * factor
      factor *= 128
      if (byte < 128) return value
    }
  }
  while (at < bytes.length) {
    const key = varint()
    const [field, type] = [key >> 3, key & 7]
    const length = type === 2 ? varint() : type === 1 ? 8 : type === 5 ? 4 : undefined
    const value = length === undefined ? varint() : bytes.subarray(at, at + length)
    at += length ?? 0
    fields.set(field, [...(fields.get(field) ?? []), value])
  }
  return fields
}

const inner = (bytes: Buffer, field: number): Buffer[] =>
  (fieldsOf(bytes).get(field) ?? []).filter((value) => typeof value !== 'number')

const attributesIn = (message: Buffer, field: number) =>
  Object.fromEntries(
    inner(message, field).map((pair) => {
      const [value = Buffer.alloc(0)] = inner(pair, 2)
      const [text] = inner(value, 1)
      const [number = 0] = fieldsOf(value).get(3) ?? []
      return [String(inner(pair, 1)[0]), text ? String(text) : (number as number)]
    }),
  )

/** An OTLP receiver of traces (HTTP with protobuf). */
export async function otlpReceiver() {
  const bodies: Buffer[] = []
  const paths: string[] = []
  const server = createServer(async (request, response) => {
    paths.push(request.url ?? '')
    const body = await wholeBody(request)
    if (!body) return
    bodies.push(body)
    response.writeHead(200).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  const resources = () => bodies.flatMap((body) => inner(body, 1))
  return {
    url: `http://127.0.0.1:${port}`,
    paths,
    text: () => Buffer.concat(bodies).toString('latin1'),
    resource: () =>
      attributesIn(inner(resources()[0] ?? Buffer.alloc(0), 1)[0] ?? Buffer.alloc(0), 1),
    spans: (): SentSpan[] =>
      resources()
        .flatMap((resource) => inner(resource, 2))
        .flatMap((scope) => inner(scope, 2))
        .map((span) => ({
          trace: inner(span, 1)[0]?.toString('hex') ?? '',
          id: inner(span, 2)[0]?.toString('hex') ?? '',
          parent: inner(span, 4)[0]?.toString('hex') ?? '',
          name: String(inner(span, 5)[0]),
          attributes: attributesIn(span, 9),
        })),
    close: () => server.close(),
  }
}
