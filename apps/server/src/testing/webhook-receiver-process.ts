// A receiver of webhooks as a process of its own: `node webhook-receiver-process.ts PORT FILE MODE`. It notes in the file
// what has come, a line each, before it answers; in the mode `bad` it then answers as a bad receiver does.
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { wholeBody } from './whole-body.ts'

const [port = '', file = '', mode = ''] = process.argv.slice(2)

createServer(async (request, response) => {
  const body = await wholeBody(request)
  if (!body) return
  const dice = mode === 'bad' ? Math.random() : 1
  // Fails before it has anything.
  if (dice < 0.15) return void response.writeHead(500).end()
  const { data } = JSON.parse(body.toString())
  const line = [request.headers['webhook-id'], data._id, data.record?._id].join(' ')
  appendFileSync(file, `${line}\n`)
  // Has it, and never says so; breaks off; dies; is late.
  if (dice < 0.18) return
  if (dice < 0.26) return void response.destroy()
  if (dice < 0.29) process.exit(1)
  if (dice < 0.4) return void setTimeout(() => response.end(), 1_000 + Math.random() * 1_000)
  response.end()
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'))
