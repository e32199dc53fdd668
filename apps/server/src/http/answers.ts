import { Readable } from 'node:stream'
import { answerSchema, type Endpoint } from '@steward/contract/calls/endpoint'
import { type Said, translatable } from '@steward/i18n/sentence'
import fastJsonStringify, { type Schema } from 'fast-json-stringify'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { iterateOnReplica } from '../db/connection/replica.ts'
import type { Download } from './handler.ts'

/** Sends a file as it is read. */
export function sendFile(
  reply: FastifyReply,
  type: string,
  { name, text, headers = {} }: Download,
) {
  return reply
    .type(type)
    .headers(headers)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(iterateOnReplica(text), { objectMode: false, highWaterMark: 65_536 }))
}

/** Sends server-sent events (`text/event-stream`) as they come, unbuffered by proxies. */
export const sendEvents = (reply: FastifyReply, type: string, events: Readable) =>
  reply
    .type(type)
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(events)

/** An answer with its message and what that is translated from. */
export const inFull = ({ message = 'OK', ...answer }: { message?: Said }) => ({
  message: String(message),
  ...translatable(message),
  ...answer,
})

/** Writes the answers of an endpoint; compiled with its first one, since a start shall not wait for those of all. */
export function serializerOf(endpoint: Endpoint): (answer: unknown) => string {
  let write: ((answer: unknown) => string) | undefined
  return (answer) => {
    write ??= fastJsonStringify(serializerSchema(endpoint) as Schema)
    return write(answer)
  }
}

/** The JSON schema that writes answers: drops fields outside the contract, doesn't check values again. */
function serializerSchema(endpoint: Endpoint): unknown {
  return z.toJSONSchema(answerSchema(endpoint), {
    target: 'draft-7',
    io: 'output',
    override: ({ jsonSchema }) => {
      delete jsonSchema.format
      const [value, nothing, ...more] = jsonSchema.anyOf ?? []
      if (!value || nothing?.type !== 'null' || more.length > 0 || value.$ref) return
      delete jsonSchema.anyOf
      const { format: _, ...plain } = value
      Object.assign(jsonSchema, plain, { nullable: true })
    },
  })
}
