import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Failure } from './failure.ts'
import { failureHeaders } from './security-headers.ts'

function failureOf(code: string | undefined): Failure {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Failure('timed_out', 'The request took too long to arrive.')
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Failure('headers_too_large', 'The address and headers of the request are too long.')
  return new Failure('malformed', 'The request is invalid.')
}

/** Answers requests that the framework never sees (bad, large or late head) with the failure body, then closes. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  // If another answer on this connection has begun, a second one would be mixed into it.
  const { _httpMessage: under } = socket as { _httpMessage?: ServerResponse | null }
  if (error.code === 'ECONNRESET' || !socket.writable || under?.headersSent) {
    socket.destroy()
    return
  }
  const failure = failureOf(error.code)
  const body = JSON.stringify(failure.body())
  const headers = Object.entries({
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    ...failureHeaders,
  })
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.end(`HTTP/1.1 ${failure.status} \r\n${head}\r\n${body}`)
  setTimeout(() => socket.destroy(), 1_000).unref()
}
