import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { usualEngine } from '../testing/database.ts'
import { startTestApp } from '../testing/server.ts'
import { openRaw } from '../testing/sockets.ts'

test('a request on an open connection is answered while the server stops, and the last there', async () => {
  const { app, dispose } = await startTestApp(usualEngine)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const first =
    'POST /api/auth/admin-login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{'
  const { socket, closed } = openRaw(port, first)
  // By then the first request has come.
  await (await fetch(`http://127.0.0.1:${port}/health/live`)).text()
  const closing = dispose()
  socket.write('}GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n')
  const answers = (await closed).split(/(?=HTTP\/1\.1 )/)
  await closing
  expect(answers.map((answer) => answer.slice(9, 12))).toEqual(['422', '200'])
  expect(answers[1]).toMatch(/^connection: close\r$/im)
})
