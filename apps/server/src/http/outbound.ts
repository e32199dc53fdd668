import { lookup as lookUpName } from 'node:dns/promises'
import { type ClientRequest, type IncomingMessage, request as overHttp } from 'node:http'
import { request as overTls } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { msg } from '@steward/i18n/reader'
import { nested, type Said, say } from '@steward/i18n/sentence'
import { onAbort } from '../db/reads/cancellation.ts'
import {
  boundedLookups,
  type LookupBounds,
  LookupTimeout,
  lookupBounds,
  type Resolve,
} from './outbound-lookups.ts'
import { type PrivateNetworks, reachOf } from './outbound-networks.ts'

/** An address that no request goes to; `said` continues the name of the field that it was given in. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
  readonly said: Said

  constructor(said: Said) {
    super(String(said))
    this.said = said
  }
}

export interface OutboundRequest {
  method: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** How long all of it may take, in milliseconds. */
  timeoutMs: number
  /** How much of the answer's body is read, in bytes. */
  maxBytes: number
  /** Whether a body that is longer, or still comes when the time is up, is cut rather than a failure. */
  cuts?: boolean
  /** For whom it is: callers take turns at looking names up. By default the machine that is called. */
  caller?: string | undefined
  signal?: AbortSignal | undefined
}

export interface OutboundAnswer {
  status: number
  statusText: string
  headers: Headers
  body: Buffer
}

/**
 * Requests to addresses that people have entered. They never reach private networks but those that are allowed: a name
 * is resolved once for a connection, every address of it is checked, and the connection goes to one of these. No
 * redirect is followed, and no proxy of the environment used.
 */
export interface Outbound {
  /** Checks an address for a person, as before it is saved. @throws {AddressRefused} */
  check(address: string, caller: string): Promise<void>
  /**
   * Makes a request over a connection of its own.
   * @throws {AddressRefused}, and whatever the network fails with: see {@link whyFailed}
   */
  request(address: string, request: OutboundRequest): Promise<OutboundAnswer>
  /**
   * For libraries: like `fetch`, with 15 seconds for all of it and answers of at most 1 MB. Redirects are answers.
   * @param caller as of `request`
   */
  fetch(input: string | URL | Request, init?: RequestInit, caller?: string): Promise<Response>
}

const fetchBounds = { timeoutMs: 15_000, maxBytes: 1_000_000 }

class AnswerTooLong extends Error {}

/**
 * @param allowed the private networks that requests may go to, also without TLS
 * @param resolve looks names up; the machine's way by default
 * @param bounds of looking names up
 */
export function openOutbound(
  allowed: PrivateNetworks,
  resolve: Resolve = (name) => lookUpName(name, { all: true }),
  bounds: LookupBounds = lookupBounds,
): Outbound {
  const resolveFor = boundedLookups(resolve, bounds)
  const checkAll = (url: URL, addresses: readonly string[]) => {
    const reaches = addresses.map((address) => reachOf(address, allowed))
    if (reaches.includes('refused')) throw new AddressRefused(leadsInside)
    if (url.protocol === 'http:' && reaches.includes('public')) throw new AddressRefused(mustBeTls)
  }
  const resolveChecked = async (url: URL, name: string, caller: string) => {
    const found = await resolveFor(name, caller)
    if (found.length === 0) throw noSuchName()
    checkAll(
      url,
      found.map(({ address }) => address),
    )
    return found
  }
  const lookup =
    (url: URL, caller: string): LookupFunction =>
    (name, options, done) =>
      void resolveChecked(url, name, caller).then(
        (found) => {
          const [first] = found
          if (options.all) done(null, found)
          else if (first) done(null, first.address, first.family)
          else done(noSuchName(), [])
        },
        (error: NodeJS.ErrnoException) => done(error, []),
      )
  const self: Outbound = {
    check: async (address, caller) => {
      const url = readAddress(address)
      const host = hostOf(url)
      if (isIP(host)) return checkAll(url, [host])
      await resolveChecked(url, host, caller).catch((error: unknown) => {
        if (error instanceof AddressRefused) throw error
        throw new AddressRefused(error instanceof LookupTimeout ? slowName : unknownName)
      })
    },
    request: async (address, { method, headers, body, caller, ...bounds }) => {
      const url = readAddress(address)
      // An address needs no lookup, so that none would be checked.
      if (isIP(hostOf(url))) checkAll(url, [hostOf(url)])
      const open = url.protocol === 'https:' ? overTls : overHttp
      const lookUp = lookup(url, caller ?? hostOf(url))
      const started = open(url, { method, headers, agent: false, lookup: lookUp })
      return await answerTo(started, body, bounds)
    },
    fetch: async (input, init, caller) => {
      const asked = new Request(input, init)
      const { status, statusText, headers, body } = await self.request(asked.url, {
        ...fetchBounds,
        method: asked.method,
        headers: Object.fromEntries(asked.headers),
        body: Buffer.from(await asked.arrayBuffer()),
        caller,
        signal: asked.signal,
      })
      const hasBody = ![204, 205, 304].includes(status)
      const sent = hasBody ? new Uint8Array(body) : null
      return new Response(sent, { status, statusText, headers })
    },
  }
  return self
}

const leadsInside = msg(
  'leads to this machine or a private network; the setting OUTBOUND_PRIVATE_NETWORKS says which of those are allowed',
)
const mustBeTls = msg(
  'must begin with https://; http:// is only for private networks that are allowed',
)
const unknownName = msg('names a machine that can’t be found')
const slowName = msg(
  'names a machine whose name could not be looked up in time; try again in a moment',
)

const noSuchName = () => Object.assign(new Error('no address'), { code: 'ENOTFOUND' })

/** Reads an address, also one such as `http://2130706433`, which is 127.0.0.1. @throws {AddressRefused} */
function readAddress(address: string): URL {
  const url = URL.parse(address)
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.hostname === '')
    throw new AddressRefused(msg('must be an address such as https://example.com/path'))
  if (url.username || url.password)
    throw new AddressRefused(msg('must not hold a name or password'))
  return url
}

/** The host, of an IPv6 address without its brackets. */
const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

/** Sends a request that is begun, and reads its answer within bounds. */
function answerTo(
  request: ClientRequest,
  body: string | Buffer | undefined,
  { timeoutMs, maxBytes, cuts = false, signal }: Omit<OutboundRequest, 'method' | 'caller'>,
): Promise<OutboundAnswer> {
  return new Promise((done, fail) => {
    const chunks: Buffer[] = []
    let length = 0
    let answer: IncomingMessage | undefined
    const end = (error?: unknown) => {
      clearTimeout(timer)
      stopListening?.()
      if (answer && (error === undefined || cuts)) done(answerOf(answer, chunks, maxBytes))
      else fail(error)
      request.destroy()
    }
    const timer = setTimeout(() => end(new DOMException('', 'TimeoutError')), timeoutMs)
    let stopListening: (() => void) | undefined
    request.on('error', end)
    request.on('response', (response) => {
      answer = response
      response.on('error', end)
      response.on('end', () => end())
      response.on('data', (chunk: Buffer) => {
        length += chunk.length
        if (length <= maxBytes || cuts) chunks.push(chunk)
        if (length > maxBytes) end(new AnswerTooLong())
      })
    })
    stopListening = onAbort(signal, () => end(signal?.reason))
    if (!request.destroyed) request.end(body)
  })
}

function answerOf(answer: IncomingMessage, chunks: Buffer[], maxBytes: number): OutboundAnswer {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(answer.headersDistinct))
    for (const value of values) headers.append(name, value)
  return {
    status: answer.statusCode ?? 0,
    statusText: answer.statusMessage ?? '',
    headers,
    body: Buffer.concat(chunks).subarray(0, maxBytes),
  }
}

/** What a request failed with, in words for a person. */
export function whyFailed(error: unknown): Said {
  if (error instanceof AddressRefused)
    return say('The address {problem}.', { problem: nested(error.said) })
  if (error instanceof LookupTimeout)
    return msg('The machine’s name could not be looked up in time.')
  if (error instanceof AnswerTooLong) return msg('The answer was too long.')
  const { code = '', name } = error as NodeJS.ErrnoException
  if (name === 'TimeoutError' || code === 'ETIMEDOUT') return msg('There was no answer in time.')
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return msg('The machine’s name was not found.')
  if (code === 'ECONNREFUSED') return msg('The machine refused the connection.')
  if (code === 'ECONNRESET' || code === 'EPIPE') return msg('The connection was broken off.')
  if (/CERT|SSL|TLS|SIGNATURE|ISSUER/.test(code))
    return say('There was no secure connection ({code}).', { code })
  return say('There was no answer ({code}).', { code: code || name })
}
