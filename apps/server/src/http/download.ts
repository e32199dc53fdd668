import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A file as an answer, made while it is sent. */
export interface Download {
  /** What the file is called; plain ASCII. */
  name: string
  /** Its text, piece by piece; the next piece is asked for when there is room for it. */
  text: AsyncIterable<string>
}

/** Sends a file to keep. Where the client goes away, its text is asked for no further. */
export function sendFile(reply: FastifyReply, type: string, { name, text }: Download) {
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(text, { objectMode: false, highWaterMark: 65_536 }))
}

/** Sends events as they come, past whatever would gather them on the way. */
export const sendEvents = (reply: FastifyReply, type: string, events: Readable) =>
  reply
    .type(type)
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(events)
