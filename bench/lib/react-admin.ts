import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import { freePort } from './processes.ts'

const run = promisify(execFile)
const sources = fileURLToPath(new URL('../react-admin', import.meta.url))

/** What is compared with, and what builds it: no part of this repository, installed when it is measured. */
const packages = [
  'react-admin@5',
  'ra-data-simple-rest@5',
  'react@19',
  'react-dom@19',
  'vite@6',
  '@vitejs/plugin-react@4',
]

/**
 * Builds the list of people by react-admin, once for its sources, in a directory of its own.
 * @returns where its files stand; null where its packages can't be installed
 */
async function build(): Promise<string | null> {
  const files = (await readdir(sources)).sort()
  const texts = await Promise.all(files.map((name) => readFile(join(sources, name), 'utf8')))
  const stamp = createHash('sha256')
    .update(JSON.stringify([packages, texts]))
    .digest('hex')
  const folder = join(tmpdir(), `steward-react-admin-${stamp.slice(0, 12)}`)
  const built = join(folder, 'dist')
  if (existsSync(join(built, 'index.html'))) return built
  await mkdir(folder, { recursive: true })
  await cp(sources, folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  try {
    await run('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd: folder })
    await run(join(folder, 'node_modules/.bin/vite'), ['build'], { cwd: folder })
    return built
  } catch (error) {
    console.log(`  react-admin couldn’t be built: ${String(error).split('\n', 1)[0]}`)
    return null
  }
}

/**
 * Serves react-admin as well as it can be served: compressed, kept for ever, every answer from memory.
 * @param records what its list shows
 * @returns its address, and how to end it; null where it can't be built
 */
export async function serveReactAdmin(
  records: readonly Record<string, unknown>[],
): Promise<{ url: string; stop: () => void } | null> {
  const folder = await build()
  if (!folder) return null
  const types: Record<string, string> = { '.js': 'text/javascript', '.html': 'text/html' }
  const kept = new Map<string, Buffer>()
  const rows = JSON.stringify(records.map((record) => ({ id: record['_id'], ...record })))
  const server = createServer((request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '/'
    if (path === '/api/members') {
      response.setHeader('content-type', 'application/json')
      response.setHeader('content-range', `members 0-${records.length - 1}/1000000`)
      response.end(rows)
      return
    }
    const file = join(folder, path === '/' ? 'index.html' : path)
    if (!existsSync(file)) {
      response.writeHead(404).end()
      return
    }
    void readFile(file).then((content) => {
      const sent = kept.get(file) ?? brotliCompressSync(content)
      kept.set(file, sent)
      response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream')
      response.setHeader('content-encoding', 'br')
      response.setHeader('cache-control', 'public, max-age=31536000, immutable')
      response.end(sent)
    })
  })
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  return { url: `http://127.0.0.1:${port}`, stop: () => void server.close() }
}
