import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Answer } from './answers.ts'
import { type Api, makeApi } from './api.ts'
import { type CallText, findCall } from './call-names.ts'
import { control, controlPath } from './control.ts'
import { type FaultSwitch, makeFaultSwitch } from './fault-switch.ts'
import { answerInstead, ruined } from './faults.ts'
import type { SpecOnlyOptions } from './options.ts'
import { sendFile } from './static-files.ts'
import { readBody, type TakenCall } from './taken.ts'

/**
 * The spec-only server: somebody else's server that takes the specification to the letter. It answers
 * the calls of section 7 with the fields of section 3, and nothing beyond; the built web app stands
 * in front of it.
 */
export interface SpecOnlyServer extends Pick<FaultSwitch, 'fault' | 'fail' | 'heal'> {
  url: string
  /** Every call that it has taken, in their order. */
  taken: TakenCall[]
  /** The calls that it has taken of one kind. */
  takenOf(call: CallText): TakenCall[]
  records: Api['records']
  setOptions: Api['setOptions']
  close(): Promise<void>
}

const anyOrigin = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*, authorization',
  'access-control-allow-methods': '*',
}

/**
 * Starts a spec-only server.
 * @param given what it does where the specification leaves it open
 * @param port any free one unless given
 */
export async function startSpecOnlyServer(
  given: Partial<SpecOnlyOptions> = {},
  port = 0,
): Promise<SpecOnlyServer> {
  const taken: TakenCall[] = []
  const api = makeApi(given)
  const faults = makeFaultSwitch()

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://any')
    if (request.method === 'OPTIONS') return send(response, { status: 204, text: '' })
    if (url.pathname === controlPath)
      return send(response, control((await readBody(request)).body, api, faults))
    if (url.pathname.startsWith('/api/')) return await serveCall(request, response, url)
    if (url.pathname === '/config.json')
      return api.options.config
        ? send(response, { status: 200, text: JSON.stringify(api.options.config) })
        : send(response, { status: 404, text: '' })
    const upload = api.upload(url.pathname)
    if (!upload) return await sendFile(url.pathname, response)
    response.writeHead(200, { 'content-type': upload.type })
    response.end(Buffer.from(await upload.arrayBuffer()))
  }

  async function serveCall(request: IncomingMessage, response: ServerResponse, url: URL) {
    const method = request.method ?? 'GET'
    const path = url.pathname.replace(/^\/api\/+/, '')
    const { authorization, 'content-type': contentType } = request.headers
    const { body, files } = await readBody(request)
    const call = findCall(method, path)?.text ?? `${method} ${path}`
    const query = Object.fromEntries(
      [...url.searchParams.keys()].map((key) => [key, url.searchParams.getAll(key)]),
    )
    const named = files.map(({ field, file: { name, type, size } }) => ({
      field,
      name,
      type,
      size,
    }))
    taken.push({ call, method, path, query, authorization, contentType, body, files: named })
    if (faults.of(call)?.kind === 'refused') return void request.socket.resetAndDestroy()
    await faults.wait(call)
    const fault = faults.of(call)
    const asked = { method, path, query: url.searchParams, authorization, body, files }
    const answer = (fault && answerInstead(fault)) ?? (await api.answer(asked))
    send(response, fault ? ruined(fault, answer) : answer)
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((thrown: unknown) => {
      console.error(thrown)
      send(response, { status: 500, text: '' })
    })
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    takenOf: (call) => taken.filter((each) => each.call === call),
    get records() {
      return api.records
    },
    setOptions: api.setOptions,
    fault: faults.fault,
    fail: faults.fail,
    heal: faults.heal,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

function send(response: ServerResponse, { status, text, type }: Answer): void {
  const headers = text === '' ? {} : { 'content-type': type ?? 'application/json' }
  response.writeHead(status, { ...anyOrigin, ...headers }).end(text)
}
