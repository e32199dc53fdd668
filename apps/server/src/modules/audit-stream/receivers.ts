import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { onAbort } from '../../db/reads/cancellation.ts'

/**
 * Sends text on a TCP connection of its own and waits until the receiver has closed it. It closes once it has read to
 * the end, which is the only sign of having it that syslog knows.
 * @throws where the connection breaks, or the signal aborts before
 */
export async function sendByTcp(url: URL, text: string, signal: AbortSignal): Promise<void> {
  const isTls = url.protocol === 'syslog+tls:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const to = { host, port: Number(url.port) || (isTls ? 6514 : 601), allowHalfOpen: true }
  const socket: Socket = isTls ? connectTls(to) : connect(to)
  try {
    await new Promise<void>((done, fail) => {
      const giveUp = () => fail(new Error('the receiver did not close the connection in time'))
      onAbort(signal, giveUp)
      socket.on('error', fail)
      socket.once(isTls ? 'secureConnect' : 'connect', () => socket.end(text))
      socket.once('end', () => {
        if (!socket.writableFinished) fail(new Error('the receiver closed the connection early'))
      })
      socket.once('close', () => done())
      // Whatever it says is passed over, up to its end.
      socket.resume()
    })
  } finally {
    socket.destroy()
  }
}

/** Posts text. @throws unless it is answered with 2xx before the signal aborts */
export async function sendByHttp(
  url: URL,
  text: string,
  authorization: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-ndjson',
      ...(authorization && { authorization }),
    },
    body: text,
    redirect: 'error',
    signal,
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`the receiver answered ${answer.status}`)
}
