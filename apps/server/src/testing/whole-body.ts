import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

/**
 * The bytes of a request; undefined where the sender has gone before their end, as a server that is stopped may. In a
 * handler, whose promise nobody awaits, that would otherwise be an error of the whole test run.
 */
export const wholeBody = (request: IncomingMessage): Promise<Buffer | undefined> =>
  buffer(request).catch(() => undefined)
