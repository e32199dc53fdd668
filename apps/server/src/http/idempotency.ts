import { createHash } from 'node:crypto'
import {
  keyHeader,
  maxKeyLength,
  replayedHeader,
  takesKey,
} from '@steward/contract/calls/idempotency'
import { type EndpointName, routes } from '@steward/contract/calls/routes'
import { say } from '@steward/i18n/sentence'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { stableJson } from '../stable-json.ts'
import { Failure } from './failure.ts'

/** A write that came with an idempotency key. */
export interface KeyedRequest {
  /** The id of the person whose key it is. */
  person: string
  key: string
  call: EndpointName
  /** The checked request as stable JSON, with the SHA-256 of files. */
  content: string
}

export interface SentAnswer {
  status: number
  text: string
}

export interface Idempotency {
  /**
   * Does `work` for the first request with a key, and gives its answer to repetitions; a failure isn't kept.
   * @throws {Failure} `key_reused`, `in_progress`, `already_done`, and what `work` fails with
   */
  once(
    request: KeyedRequest,
    work: () => Promise<SentAnswer>,
  ): Promise<SentAnswer & { replayed: boolean }>
}

interface Content {
  params: unknown
  query: unknown
  body: unknown
  files: Readonly<Record<string, Uint8Array | undefined>>
  session?: { user: { id: string } }
}

/** The key of a request; undefined without one, or if the call takes none; throws `malformed`. */
export function keyedRequest(
  request: Pick<FastifyRequest, 'headers'>,
  call: EndpointName,
  { params, query, body, files, session }: Content,
): KeyedRequest | undefined {
  const key = [request.headers[keyHeader.toLowerCase()] ?? []].flat()[0]
  if (key === undefined || !session || !takesKey(routes[call])) return undefined
  if (key.length < 1 || key.length > maxKeyLength) {
    const bounds = { min: 1, max: maxKeyLength }
    throw new Failure(
      'malformed',
      say('The header {header} must have {min} to {max} characters.', {
        header: keyHeader,
        ...bounds,
      }),
      {
        errors: [{ msg: say('must have {min} to {max} characters', bounds), path: keyHeader }],
      },
    )
  }
  const hashOf = (bytes: Uint8Array = new Uint8Array()) =>
    createHash('sha256').update(bytes).digest('hex')
  const hashes = Object.entries(files).map(([field, bytes]) => [field, hashOf(bytes)])
  const content = stableJson({ params, query, body, files: hashes.sort() })
  return { person: session.user.id, key, call, content }
}

export async function answerOnce(
  idempotency: Idempotency,
  request: KeyedRequest,
  { reply, status }: { reply: FastifyReply; status: number },
  work: () => Promise<unknown>,
): Promise<string> {
  const sent = await idempotency.once(request, async () => {
    const answer = await work()
    // Serializing drops fields outside the contract, so that these are never stored.
    return { status, text: String(reply.status(status).serialize(answer)) }
  })
  if (sent.replayed) reply.header(replayedHeader, 'true')
  reply.status(sent.status).type('application/json; charset=utf-8')
  return sent.text
}
