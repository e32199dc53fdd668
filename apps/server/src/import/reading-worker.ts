import { parentPort } from 'node:worker_threads'
import { areas } from '../areas.ts'
import { OperatorError } from '../operator-error.ts'
import { openReading } from './reading.ts'
import { fileSource } from './source.ts'
import type { ReadingAnswer, ReadingRequest } from './worker-reading.ts'
import { threadIsUp } from './worker-threads.ts'

// Reads files to import in a thread of its own, one after the other, so that no file can hold up or
// end the server: a batch for each message that asks for one.

const port = parentPort
if (!port) throw new Error('this file runs as a worker thread')
const answer = (message: ReadingAnswer) => port.postMessage(message)
const asked: ReadingRequest[] = []
let wake = () => {}
port.on('message', (request: ReadingRequest) => {
  asked.push(request)
  wake()
})

async function nextRequest(): Promise<ReadingRequest> {
  for (;;) {
    const request = asked.shift()
    if (request) return request
    await new Promise<void>((done) => {
      wake = done
    })
  }
}

/** Serves one file. @returns whether it has been closed */
async function serve(request: ReadingRequest & { kind: 'open' }): Promise<boolean> {
  const { path, name, area, options } = request
  try {
    const reading = await openReading(
      { ...(await fileSource(path)), name },
      areas.imports[area],
      options,
    )
    const { notes, look, dates } = reading
    answer({ kind: 'opened', notes, look, dates })
    for await (const batch of reading.batches) {
      if ((await nextRequest()).kind === 'close') return true
      answer({ kind: 'batch', batch })
    }
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    answer({ kind: 'problem', message: error.message })
  }
  return false
}

port.postMessage(threadIsUp)
for (;;) {
  const request = await nextRequest()
  if (request.kind === 'open') {
    let closed = await serve(request)
    while (!closed) closed = (await nextRequest()).kind === 'close'
    answer({ kind: 'closed' })
  }
}
