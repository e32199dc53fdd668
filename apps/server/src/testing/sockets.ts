import { connect, type Socket } from 'node:net'

/** A connection of which a test sends each byte. */
export interface RawConnection {
  socket: Socket
  /** What has come so far. */
  text(): string
  /** Resolves once the server has closed it, with all that came. */
  closed: Promise<string>
}

/** Opens a connection to a port of this machine and sends some text or bytes. */
export function openRaw(port: number, ...sent: (string | Uint8Array)[]): RawConnection {
  let text = ''
  const socket = connect(port, '127.0.0.1')
  socket.on('data', (data) => {
    text += data.toString('latin1')
  })
  // A connection that is closed on what was sent is reset.
  socket.on('error', () => {})
  const closed = new Promise<string>((done) => socket.once('close', () => done(text)))
  for (const each of sent) socket.write(each)
  return { socket, text: () => text, closed }
}
