export type Row = Record<string, unknown>

export const isRecord = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `path` is below the API's address. */
export interface Asked {
  method: string
  path: string
  query?: Readonly<Record<string, string>> | undefined
  json?: unknown
  form?: FormData | undefined
  headers?: Readonly<Record<string, string>> | undefined
}

export interface Answer {
  /** 0 without an answer. */
  status: number
  headers: Headers
  /** `{ data: null }` for an empty answer; null for no JSON object. */
  body: Row | null
  /** For people. */
  trouble: string | null
  /** Not asked: too many before it had no answer. */
  givenUp: boolean
}

export const isSuccess = ({ status, trouble }: Answer): boolean =>
  status >= 200 && status < 300 && trouble === null

/** By the person. */
export class Interrupted extends Error {
  override name = 'Interrupted'
}

/** Milliseconds to the last byte, and unpacked bytes. */
export interface Bounds {
  timeout: number
  maxBytes: number
}

/** Requests without an answer in a row. */
const patience = 3

export class Client {
  /** Without a slash at its end. */
  readonly base: string
  readonly #bounds: Bounds
  readonly #stop: AbortSignal
  #unanswered = 0
  #insists = false

  /** @param stop lets a request under way end */
  constructor(base: string, bounds: Bounds, stop: AbortSignal) {
    this.base = base
    this.#bounds = bounds
    this.#stop = stop
  }

  /** Asks whatever came before: what was made has to be deleted. */
  insist(): void {
    this.#insists = true
  }

  /** @throws {Interrupted} by the person; never for what a server does */
  async ask(asked: Asked): Promise<Answer> {
    if (this.#stop.aborted && !this.#insists) throw new Interrupted()
    if (this.#unanswered >= patience && !this.#insists) {
      const trouble = `the ${patience} requests before it got no answer`
      return { status: 0, headers: new Headers(), body: null, trouble, givenUp: true }
    }
    const answer = await request(this.base, asked, this.#bounds)
    this.#unanswered = answer.status === 0 ? this.#unanswered + 1 : 0
    return { ...answer, givenUp: false }
  }
}

async function request(base: string, asked: Asked, { timeout, maxBytes }: Bounds) {
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
      // The token goes to no other address.
      redirect: 'manual',
    })
    status = response.status
    const text = await readBounded(response, maxBytes)
    const trouble = `an answer of more than ${maxBytes / 1024 / 1024} MB`
    const found = text === null ? { body: null, trouble } : parse(text, response)
    return { status, headers: response.headers, ...found }
  } catch (error) {
    const late = `no ${status === 0 ? 'answer' : 'end of it'} within ${timeout / 1000} s`
    const trouble = signal.aborted ? late : `no answer: ${reasonOf(error)}`
    return { status: 0, headers: new Headers(), body: null, trouble }
  }
}

/** Null for more bytes. */
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

/** As the web app: empty is fine, an array is `data`, else a JSON object. */
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
