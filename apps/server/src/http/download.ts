import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

export interface Download {
  /** Plain ASCII. */
  name: string
  text: AsyncIterable<string>
}

export function sendFile(reply: FastifyReply, type: string, { name, text }: Download) {
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(text, { objectMode: false, highWaterMark: 65_536 }))
}

/** Sends events as they come, unbuffered by proxies. */
export const sendEvents = (reply: FastifyReply, type: string, events: Readable) =>
  reply
    .type(type)
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(events)
