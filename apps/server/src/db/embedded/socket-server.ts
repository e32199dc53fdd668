import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'
import { Queue } from '../../queue.ts'
import {
  beginCopyIn,
  beginsCopyIn,
  type CopyIn,
  copyInResponse,
  withoutCopyInResponse,
} from './copy-in.ts'
import { type Message, messageOf, messageSplitter } from './protocol-messages.ts'

const sync = Uint8Array.of(0x53, 0, 0, 0, 4)

/** The bytes in a message of an error after which the engine can't go on. */
const panic = Buffer.from('SPANIC\0VPANIC\0')

/**
 * Serves the engine on a Unix socket. Connections share its one session, so each holds a mutex from the first
 * message of a query to its answer, and for a whole transaction. Calls `onPanic` if the engine can't go on.
 */
export async function serveSocket(
  engine: PGlite,
  path: string,
  onPanic: (error: Error) => void,
): Promise<{ stop(): Promise<void> }> {
  const turns = new Queue({ concurrency: 1 })
  const run = runner(engine, onPanic)
  const sockets = new Map<Socket, Promise<void>>()
  const server = createServer((socket) => {
    const ended = serveConnection(engine, run, socket, turns).then(() => {
      sockets.delete(socket)
    })
    sockets.set(socket, ended)
  })
  await once(server.listen(path), 'listening')
  return {
    stop: async () => {
      const closed = new Promise((done) => server.close(done))
      const ended = [...sockets.values()]
      for (const socket of sockets.keys()) socket.destroy()
      await closed
      await Promise.all(ended)
    },
  }
}

/** Runs messages in the engine; never resolves once the engine can't go on. */
type Run = (bytes: Uint8Array, answer: (data: Uint8Array) => void) => Promise<void>

function runner(engine: PGlite, onPanic: (error: Error) => void): Run {
  let ended = false
  const end = (error: Error) => {
    if (!ended) onPanic(error)
    ended = true
  }
  return async (bytes, answer) => {
    try {
      await engine.runExclusive(async () => {
        if (ended) return
        await engine.execProtocolRawStream(bytes, {
          onRawData: (data) => {
            const text = Buffer.from(data.buffer, data.byteOffset, data.length)
            const at = text.indexOf(panic)
            if (at >= 0) end(new Error(wordsOf(text.subarray(at).toString())))
            if (!ended) answer(data)
          },
        })
      })
    } catch (error) {
      // A WebAssembly error: the engine itself failed, not a statement.
      if (error instanceof Error && error.name === 'RuntimeError') end(error)
      throw error
    }
    if (ended) await new Promise(() => {})
  }
}

const wordsOf = (fields: string) => /\0M([^\0]*)/.exec(fields)?.[1] ?? 'panic'

/** Serves one connection; resolves once it has ended, rolled back, and dropped its prepared statements. */
function serveConnection(engine: PGlite, exec: Run, socket: Socket, turns: Queue): Promise<void> {
  const cut = messageSplitter()
  /** The state of the transaction as the protocol has it; `busy` between the messages of a query. */
  let state: 'I' | 'T' | 'E' | 'busy' = 'I'
  let work = Promise.resolve()
  let release: (() => void) | undefined
  const takeTurn = async () => {
    release ??= await turns.acquire()
  }
  const endTurn = () => {
    release?.()
    release = undefined
  }
  let copy: CopyIn | undefined
  /** The names of statements that this connection has prepared; they are dropped when it ends. */
  const statements = new Set<string>()

  const run = async (bytes: Uint8Array, answer: (data: Uint8Array) => void) => {
    const tail = Buffer.alloc(6)
    state = 'busy'
    await exec(bytes, (data) => {
      // The message ReadyForQuery ends an answer: `Z`, length, state.
      const last = Buffer.from(data.subarray(-6))
      tail.copy(tail, 0, last.length)
      last.copy(tail, 6 - last.length)
      answer(data)
    })
    if (tail.readUInt8(0) === 0x5a && tail.readUInt32BE(1) === 5) {
      state = String.fromCharCode(tail.readUInt8(5)) as 'I' | 'T' | 'E'
    }
  }

  const send = (data: Uint8Array) => {
    if (socket.writable) socket.write(Buffer.from(data))
  }

  const goOnCopying = async (take: CopyIn, message: Message) => {
    const whole = take(message)
    if (!whole) return
    copy = undefined
    const answer: Buffer[] = []
    await run(whole, (data) => answer.push(Buffer.from(data)))
    send(withoutCopyInResponse(Buffer.concat(answer)))
    if (state === 'I') endTurn()
  }

  const handle = async (message: Message) => {
    const { type, bytes } = message
    if (socket.destroyed) return
    if (copy && type !== 'X') return await goOnCopying(copy, message)
    if (type === 'ssl') socket.write('N')
    else if (type === 'cancel' || type === 'X') socket.end()
    else {
      await takeTurn()
      if (socket.destroyed) return
      if (beginsCopyIn(type, bytes)) {
        copy = beginCopyIn(bytes)
        state = 'busy'
        return send(copyInResponse)
      }
      await run(bytes, send)
      if (state === 'I') endTurn()
    }
  }

  const end = async () => {
    // Rolls an unfinished transaction back.
    if (state !== 'I') {
      await takeTurn()
      if (state === 'busy') await run(sync, () => {})
      await engine.exec('rollback')
      state = 'I'
    }
    statements.delete('')
    if (statements.size > 0) {
      await takeTurn()
      await run(
        Buffer.concat([...[...statements].map((name) => messageOf('C', `S${name}`)), sync]),
        () => {},
      )
      state = 'I'
    }
    endTurn()
  }

  const fail = () => {
    socket.destroy()
  }
  socket.on('data', (data) => {
    work = work
      .then(async () => {
        const messages = cut(data)
        for (const { type, bytes } of messages) if (type === 'P') statements.add(nameOf(bytes))
        for (const message of joined(messages)) await handle(message)
      })
      .catch(fail)
  })
  socket.on('error', fail)
  return new Promise((done) => {
    socket.once('close', () => {
      void work
        .then(end)
        .catch(() => endTurn())
        .then(done)
    })
  })
}

/** The name of the statement in a Parse message; may be empty. */
const nameOf = (bytes: Uint8Array) =>
  Buffer.from(bytes.subarray(5, bytes.indexOf(0, 5))).toString('latin1')

/** Joins the messages of a query, so that the engine is called once and not five times. */
function joined(messages: Message[]): Message[] {
  const groups: Message[] = []
  let query: Uint8Array[] = []
  const endQuery = () => {
    if (query.length > 0) groups.push({ type: 'query', bytes: Buffer.concat(query) })
    query = []
  }
  for (const message of messages) {
    if ('PBDECHS'.includes(message.type)) query.push(message.bytes)
    else {
      endQuery()
      groups.push(message)
    }
    if (message.type === 'S' || message.type === 'H') endQuery()
  }
  endQuery()
  return groups
}
