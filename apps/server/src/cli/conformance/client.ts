export type Row = Record<string, unknown>

export const isRecord = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A request; `path` is below the API's address. */
export interface Asked {
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
  givenUp: boolean
}

export const isSuccess = ({ status, trouble }: Answer): boolean =>
  status >= 200 && status < 300 && trouble === null

/** The person interrupted the check. */
export class Interrupted extends Error {
  override name = 'Interrupted'
}

/** Bounds of an answer: milliseconds until its last byte, and bytes once unpacked. */
export interface Bounds {
  timeout: number
  maxBytes: number
}

/** After how many unanswered requests in a row no more are sent. */
const patience = 3

export class Client {
  /** The address of the API, without a slash at its end. */
  readonly base: string
  readonly #bounds: Bounds
  readonly #stop: AbortSignal
  #unanswered = 0
  #insists = false

  /** Once `stop` aborts, no more requests are sent; one under way goes on. */
  constructor(base: string, bounds: Bounds, stop: AbortSignal) {
    this.base = base
    this.#bounds = bounds
    this.#stop = stop
  }

  /** Sends all later requests even so: records that were made have to be deleted. */
  insist(): void {
    this.#insists = true
  }

  /** Sends a request; throws Interrupted after `stop`, and never for anything that a server does. */
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
    const trouble = signal.aborted ? late : `no answer: ${reasonOf(error)}`
    return { status: 0, headers: new Headers(), body: null, trouble }
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
