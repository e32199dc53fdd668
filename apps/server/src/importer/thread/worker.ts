import { on } from 'node:events'
import { parentPort } from 'node:worker_threads'
import { areas } from '../../areas.ts'
import { OperatorError } from '../../operator-error.ts'
import { openReading } from '../parse/read-batches.ts'
import { fileSource } from '../read/source.ts'
import type { ReadingAnswer, ReadingRequest } from './thread.ts'

// Reads a file to import in its own thread, so that no file can block or crash the server.

const port = parentPort
if (!port) throw new Error('this file runs as a worker thread')
const answer = (message: ReadingAnswer) => port.postMessage(message)

async function* read(request: ReadingRequest & { kind: 'open' }): AsyncGenerator<ReadingAnswer> {
  const { path, name, area, options } = request
  try {
    const source = { ...(await fileSource(path)), name }
    const { notes, first, batches } = await openReading(source, areas.imports[area], options)
    yield { kind: 'opened', notes, first }
    for await (const batch of batches) yield { kind: 'batch', batch }
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    yield { kind: 'problem', said: error.said }
  }
}

answer({ kind: 'up' })
let answers: AsyncGenerator<ReadingAnswer> | undefined
for await (const [request] of on(port, 'message') as AsyncIterable<[ReadingRequest]>) {
  if (request.kind === 'open') answers = read(request)
  if (request.kind === 'close') {
    await answers?.return(undefined)
    answer({ kind: 'closed' })
  } else {
    const next = await answers?.next()
    if (next && !next.done) answer(next.value)
  }
}
