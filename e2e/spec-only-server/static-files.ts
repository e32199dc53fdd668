import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const built = fileURLToPath(new URL('../../apps/web/dist/', import.meta.url))
/** The content types of the web app's files, by their endings. */
export const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
}

/** Any file server does for the web app: what is no file is its first page. */
export async function sendFile(pathname: string, response: ServerResponse): Promise<void> {
  const type = types[extname(pathname)]
  const file = join(built, type && !pathname.includes('..') ? pathname : 'index.html')
  try {
    const content = await readFile(file)
    const headers = { 'content-type': type ?? 'text/html' }
    const kept = pathname.startsWith('/assets/') ? { 'cache-control': 'max-age=31536000' } : {}
    response.writeHead(200, { ...headers, ...kept }).end(content)
  } catch {
    response.writeHead(404).end()
  }
}
