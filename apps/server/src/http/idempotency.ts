import { createHash } from 'node:crypto'
import {
  keyHeader,
  maxKeyLength,
  replayedHeader,
  takesKey,
} from '@steward/contract/calls/idempotency'
import { type EndpointName, routes } from '@steward/contract/calls/routes'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { stableJson } from '../stable-json.ts'
import { Failure } from './failure.ts'

/** A write that came with an idempotency key. */
export interface KeyedRequest {
  /** The id of the person whose key it is. */
  person: string
  key: string
  call: EndpointName
  /** What was sent, as it is once it is checked: the order of its fields doesn't matter. Of files their SHA-256. */
  content: string
}

/** An answer as it is sent. */
export interface SentAnswer {
  status: number
  text: string
}

/** How writes that come with a key are made once. */
export interface Idempotency {
  /**
   * Does a write, or finds that it was done already.
   * @param work makes the change; only what it answers is kept, a failure is not
   * @returns its answer, or the first one again
   * @throws {Failure} `key_reused`, `in_progress`, `already_done`, and what `work` fails with
   */
  once(
    request: KeyedRequest,
    work: () => Promise<SentAnswer>,
  ): Promise<SentAnswer & { replayed: boolean }>
}

/** The parts of a checked request that tell what is to be done. */
interface Content {
  params: unknown
  query: unknown
  body: unknown
  files: Readonly<Record<string, Uint8Array | undefined>>
  session?: { user: { id: string } }
}

/**
 * The write with a key that a request is; undefined without a key, or for a call that takes none.
 * @throws {Failure} `malformed` for a key that is empty or too long
 */
export function keyedRequest(
  request: Pick<FastifyRequest, 'headers'>,
  call: EndpointName,
  { params, query, body, files, session }: Content,
): KeyedRequest | undefined {
  const key = [request.headers[keyHeader.toLowerCase()] ?? []].flat()[0]
  if (key === undefined || !session || !takesKey(routes[call])) return undefined
  if (key.length < 1 || key.length > maxKeyLength) {
    const msg = `must have 1 to ${maxKeyLength} characters`
    throw new Failure('malformed', `The header ${keyHeader} ${msg}.`, {
      errors: [{ msg, path: keyHeader }],
    })
  }
  const hashOf = (bytes: Uint8Array = new Uint8Array()) =>
    createHash('sha256').update(bytes).digest('hex')
  const hashes = Object.entries(files).map(([field, bytes]) => [field, hashOf(bytes)])
  const content = stableJson({ params, query, body, files: hashes.sort() })
  return { person: session.user.id, key, call, content }
}

/** Answers a write with a key: does it, or answers as it was answered the first time. */
export async function answerOnce(
  idempotency: Idempotency,
  request: KeyedRequest,
  { reply, status }: { reply: FastifyReply; status: number },
  work: () => Promise<unknown>,
): Promise<string> {
  const sent = await idempotency.once(request, async () => {
    const answer = await work()
    // As it is sent: what the contract doesn't name is never kept.
    return { status, text: String(reply.status(status).serialize(answer)) }
  })
  if (sent.replayed) reply.header(replayedHeader, 'true')
  reply.status(sent.status).type('application/json; charset=utf-8')
  return sent.text
}
