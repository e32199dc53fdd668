import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { documentPolicy } from './security-headers.ts'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/**
 * The page with its start script, styles, settings and icon inlined; its policy names script and styles by their hash.
 * @returns null where the app isn't built in `folder`
 */
export function pageOf(
  folder: string,
  settings: () => Promise<Record<string, unknown>>,
  connectSources: readonly string[],
): ((request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) | null {
  if (!existsSync(join(folder, 'index.html'))) return null
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const [script, styles] = [read('start.js'), read('start.css')]
  const icon = `data:image/svg+xml,${encodeURIComponent(read('favicon.svg').trim())}`
  const [before, after] = splitAt(
    read('index.html')
      .replace('href="/favicon.svg"', () => `href="${icon}"`)
      .replace('<link rel="stylesheet" href="/start.css">', () => `<style>${styles}</style>`),
    '<script src="/start.js"></script>',
  )
  const hashes = { script: hashOf(script), style: hashOf(styles) }
  const policy = documentPolicy(connectSources, hashes)
  let last: { written: string; page: ReturnType<typeof inEveryForm> } | null = null

  return async (request, reply) => {
    // Within a script element only `</script` and `<!--` could end the JSON.
    const written = JSON.stringify(await settings()).replaceAll('<', '\\u003c')
    if (last?.written !== written) {
      const page = inEveryForm(
        `${before}<script type="application/json" id="config">${written}</script>\n    <script>${script}</script>${after}`,
      )
      last = { written, page }
    }
    const { etag, ...forms } = await last.page
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding')
      .header('etag', etag)
      .header('content-security-policy', policy)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    const form = formFor(String(request.headers['accept-encoding'] ?? ''))
    if (form !== 'plain') reply.header('content-encoding', form)
    return reply.send(forms[form])
  }
}

async function inEveryForm(text: string) {
  const plain = Buffer.from(text)
  const [br, zipped] = await Promise.all([toBrotli(plain), toGzip(plain, { level: 9 })])
  return { plain, br, gzip: zipped, etag: `W/"${digest(text)}"` }
}

function formFor(accepted: string): 'plain' | 'br' | 'gzip' {
  const taken = accepted
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter((each) => !/;\s*q=0(\.0*)?$/.test(each))
    .map((each) => each.split(';', 1)[0])
  return taken.includes('br') ? 'br' : taken.includes('gzip') ? 'gzip' : 'plain'
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64')
const hashOf = (text: string) => `'sha256-${digest(text)}'`

function splitAt(text: string, mark: string): [before: string, after: string] {
  const at = text.indexOf(mark)
  if (at < 0) throw new Error(`The page of the web app lacks ${mark}; build it again`)
  return [text.slice(0, at), text.slice(at + mark.length)]
}
