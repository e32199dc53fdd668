import type { IncomingMessage } from 'node:http'
import type { SpecOnlyRecord } from './records.ts'

/** A file that came in a form. */
export interface TakenFile {
  field: string
  name: string
  type: string
  /** In bytes. */
  size: number
}

/** A call that the server has taken. */
export interface TakenCall {
  /** As the specification writes it; method and path, where it has no such call. */
  call: string
  method: string
  /** Below `api/`, with ids in it. */
  path: string
  query: Record<string, string[]>
  authorization: string | undefined
  contentType: string | undefined
  /** What was sent: JSON, the text fields of a form, or text. */
  body: unknown
  files: TakenFile[]
}

/** What a request holds. */
export interface SentBody {
  body: unknown
  files: { field: string; file: File }[]
}

/** Reads the body of a request: JSON, a form, or text. What can't be read as JSON stays text. */
export async function readBody(request: IncomingMessage): Promise<SentBody> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  const bytes = new Uint8Array(Buffer.concat(pieces))
  const type = request.headers['content-type'] ?? ''
  if (type.startsWith('multipart/form-data')) return await readForm(bytes, type)
  const text = new TextDecoder().decode(bytes)
  return { body: type.includes('json') ? parsed(text) : text, files: [] }
}

async function readForm(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<SentBody> {
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData()
  const body: SpecOnlyRecord = {}
  const files: SentBody['files'] = []
  for (const [field, value] of form) {
    if (typeof value === 'string') body[field] = /^[[{]/.test(value) ? parsed(value) : value
    else files.push({ field, file: value })
  }
  return { body, files }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
