export type Row = Record<string, unknown>

export const isRecord = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A request; `path` is below the API's address. */
export interface HttpRequest {
  method: string
  path: string
  query?: Readonly<Record<string, string>> | undefined
  json?: unknown
  form?: FormData | undefined
  headers?: Readonly<Record<string, string>> | undefined
}

export interface Answer {
  /** The HTTP status; 0 without an answer. */
  status: number
  headers: Headers
  /** The JSON object of the body: `{ data: null }` for an empty body, null for anything else. */
  body: Row | null
  /** What is wrong with the answer, in words for people. */
  trouble: string | null
  /** Set if the request wasn't sent, since too many before it had no answer. */
  givenUp?: true
}

export const isSuccess = ({ status, trouble }: Answer): boolean =>
  status >= 200 && status < 300 && trouble === null

/** The server to ask. */
export interface Server {
  /** The address of the API, without a slash at its end. */
  base: string
  /** Milliseconds until the last byte of an answer, and its bytes once unpacked. */
  bounds: { timeout: number; maxBytes: number }
  /** Once it aborts, no more requests are sent; one under way goes on. */
  stop: AbortSignal
}

/** After how many unanswered requests in a row no more are sent. */
const patience = 3

export class Client {
  readonly #server: Server
  #unanswered = 0
  /** Whether later requests are sent even so: records that were made have to be deleted. */
  insists = false

  constructor(server: Server) {
    this.#server = server
  }

  /** Sends a request; throws the reason of `stop`, and never for anything that a server does. */
  async ask(asked: HttpRequest): Promise<Answer> {
    if (!this.insists) {
      this.#server.stop.throwIfAborted()
      const trouble = `the ${patience} requests before it got no answer`
      if (this.#unanswered >= patience) return { ...noAnswer(trouble), givenUp: true }
    }
    const answer = await request(this.#server, asked)
    this.#unanswered = answer.status === 0 ? this.#unanswered + 1 : 0
    return answer
  }
}

const noAnswer = (trouble: string): Answer => ({
  status: 0,
  headers: new Headers(),
  body: null,
  trouble,
})

async function request({ base, bounds }: Server, asked: HttpRequest): Promise<Answer> {
  const { timeout, maxBytes } = bounds
  const signal = AbortSignal.timeout(timeout)
  const query = asked.query ? `?${new URLSearchParams(asked.query)}` : ''
  const headers = new Headers({ Accept: 'application/json', ...asked.headers })
  if (asked.json !== undefined) headers.set('Content-Type', 'application/json')
  let status = 0
  try {
    const response = await fetch(`${base}/${asked.path}${query}`, {
      method: asked.method,
      headers,
      body: asked.form ?? (asked.json === undefined ? null : JSON.stringify(asked.json)),
      signal,
      // A redirect isn't followed, so that the token goes to no other address.
      redirect: 'manual',
    })
    status = response.status
    const text = await readBounded(response, maxBytes)
    const trouble = `an answer of more than ${maxBytes / 1024 / 1024} MB`
    const found = text === null ? { body: null, trouble } : parse(text, response)
    return { status, headers: response.headers, ...found }
  } catch (error) {
    const late = `no ${status === 0 ? 'answer' : 'end of it'} within ${timeout / 1000} s`
    return noAnswer(signal.aborted ? late : `no answer: ${reasonOf(error)}`)
  }
}

/** The text of a body; null if it has more bytes than allowed. */
async function readBounded({ body }: Response, maxBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) return null
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

/** Reads a body as the web app does: it may be empty, an array (which is `data`) or a JSON object. */
function parse(text: string, { headers }: Response): Pick<Answer, 'body' | 'trouble'> {
  if (text.trim() === '') return { body: { data: null }, trouble: null }
  try {
    const parsed: unknown = JSON.parse(text)
    if (isRecord(parsed)) return { body: parsed, trouble: null }
    if (!Array.isArray(parsed)) {
      return { body: null, trouble: 'JSON that is no object; { message, data } is expected' }
    }
    const total = headers.get('X-Total-Count')
    return { body: { data: parsed, ...(total !== null && { total }) }, trouble: null }
  } catch {
    const type = headers.get('Content-Type')?.split(';')[0]
    const what = /^\s*<(!doctype|html)/i.test(text) ? 'HTML' : 'something unreadable'
    return { body: null, trouble: `${what} in place of JSON (${type || 'no content type'})` }
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (!(cause instanceof Error)) return String(cause)
  return 'code' in cause && cause.message === '' ? String(cause.code) : cause.message
}

// Reads answers as the web app does (api/listing.ts, api/answers/read.ts, api/failure.ts), as far as screens depend on it.

/** A value as text, also a number; null for a blank text and anything else. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

export const idOf = (value: unknown): string | null =>
  isRecord(value) ? (textOf(value['_id']) ?? textOf(value['id'])) : null

/** The `data` of an answer, or the whole answer if it has none. */
export const dataOf = ({ body }: Answer): unknown => (body && 'data' in body ? body['data'] : body)

export type FoundList = NonNullable<ReturnType<typeof findList>>

/** Finds the list of an answer: `data` itself, or an array in it, first under the key `named`. */
export function findList(answer: Answer, named: string | null) {
  const data = dataOf(answer)
  const lists = isRecord(data) ? Object.entries(data).filter(([, each]) => Array.isArray(each)) : []
  const [under, found] = Array.isArray(data)
    ? [null, data]
    : (lists.find(([key]) => key === named) ?? lists[0] ?? [])
  if (under === undefined) return null
  const holders = [data, answer.body].filter(isRecord)
  const said = [...holders.map((each) => each['pagination']), ...holders]
    .filter(isRecord)
    .find((each) => wholeOf(each['total']) !== null)
  const rows = (found as unknown[]).filter(isRecord)
  return {
    rows,
    /** The key of the list in `data`; null if `data` is the list. */
    under,
    /** The number of rows on all pages, if the server says so. */
    total: wholeOf(said?.['total']),
    totalPages: wholeOf(said?.['totalPages']) ?? 1,
  }
}

function wholeOf(value: unknown): number | null {
  const text = textOf(value)
  return text !== null && /^\d+$/.test(text) ? Number(text) : null
}

/** The messages of a failure (section 8): the entries of `errors`, else those by field, else `message`, if any. */
export function messagesOf({ body }: Answer): string[] {
  const errors = body?.['errors']
  const wordsOf = (each: unknown) =>
    (isRecord(each) ? (textOf(each['msg']) ?? textOf(each['message'])) : textOf(each)) ?? []
  const entries = [errors].flat().flatMap(wordsOf)
  if (entries.length > 0) return entries
  const byField = isRecord(errors) ? Object.values(errors).flat().flatMap(wordsOf) : []
  return byField.length > 0 ? byField : [textOf(body?.['message']) ?? []].flat()
}

/** The record of an answer: `data` itself (`direct`), or a value in it. */
export function recordIn(answer: Answer): { record: Row; direct: boolean } | null {
  const data = dataOf(answer)
  if (!isRecord(data)) return null
  if (idOf(data) !== null) return { record: data, direct: true }
  const inner = Object.values(data).find((each) => idOf(each) !== null)
  return isRecord(inner) ? { record: inner, direct: false } : null
}
