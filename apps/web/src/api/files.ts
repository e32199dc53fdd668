import type { Route } from '@steward/contract/calls/route'
import { importsRoutes } from '@steward/contract/imports/imports.routes'
import { bearer, readToken } from './browser/token.ts'
import { fillPath, readAnswer, refuseOffline } from './client.ts'
import { apiUrl } from './config.ts'
import { Failure, unreachable } from './failure.ts'
import { type Query, queryText } from './query-text.ts'
import { stepUp } from './step-up.ts'

/**
 * Sends a file as the body of a call, and says how far it is: `fetch` can't.
 * @param sent.onProgress gets the part that is sent, from 0 to 1
 * @throws Failure, or the signal's own AbortError
 */
export async function sendFile(
  route: Route,
  sent: { query: Query; file: Blob; onProgress: (part: number) => void; signal: AbortSignal },
): Promise<Record<string, unknown>> {
  refuseOffline(route)
  const token = readToken()
  const request = new XMLHttpRequest()
  return new Promise<Record<string, unknown>>((done, fail) => {
    request.open(route.method, apiUrl(route.path) + queryText(sent.query))
    const headers = { ...bearer(token), 'Content-Type': 'application/octet-stream' }
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => sent.onProgress(total ? loaded / total : 0)
    request.onload = () => {
      const header = (name: string) => request.getResponseHeader(name)
      try {
        done(readAnswer(route, token, request.status, request.responseText, header))
      } catch (thrown) {
        fail(thrown)
      }
    }
    request.onerror = () => fail(unreachable())
    request.onabort = () => fail(sent.signal.reason)
    sent.signal.addEventListener('abort', () => request.abort(), { once: true })
    if (sent.signal.aborted) fail(sent.signal.reason)
    else request.send(sent.file)
  })
}

/**
 * Downloads what a call answers: with the token in its header, which a link can't have. Where the server asks for a step-up,
 * so does a dialog; then the very call is made again.
 * @throws Failure
 */
export async function download(
  route: Route,
  { params, query = {} }: { params: Readonly<Record<string, string>>; query?: Query },
  name: string,
): Promise<void> {
  const url = apiUrl(fillPath(route.path, params)) + queryText(query)
  const once = async () => {
    const token = readToken()
    let answer: Response
    let file: Blob
    try {
      answer = await fetch(url, { headers: bearer(token) })
      file = await answer.blob()
    } catch {
      throw unreachable()
    }
    if (answer.ok) return saveFile(file, name)
    readAnswer(route, token, answer.status, await file.text(), (header) =>
      answer.headers.get(header),
    )
  }
  try {
    await once()
  } catch (thrown) {
    if (!(thrown instanceof Failure && thrown.code === 'step_up_required')) throw thrown
    if (!(await stepUp())) throw thrown
    await once()
  }
}

/** Downloads the report of an import; throws a Failure. */
export const downloadReport = (id: string, name: string): Promise<void> =>
  download(importsRoutes['imports.report'], { params: { id } }, name)

/** Has the browser save a file. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
