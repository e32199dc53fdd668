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

/** Packages of react-admin, installed only when it is measured. */
const packages = [
  'react-admin@5',
  'ra-data-simple-rest@5',
  'react@19',
  'react-dom@19',
  'vite@6',
  '@vitejs/plugin-react@4',
]

/** Builds react-admin's list, cached by its sources; returns the directory. */
async function build(): Promise<string> {
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
  await run('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd: folder })
  await run(join(folder, 'node_modules/.bin/vite'), ['build'], { cwd: folder })
  return built
}

/** Serves react-admin's list, compressed and from memory; null where it can't be built. */
export async function serveReactAdmin(
  records: readonly Record<string, unknown>[],
): Promise<{ url: string; stop: () => void } | null> {
  const folder = await build().catch((error) => {
    console.log(`  react-admin couldn’t be built: ${String(error).split('\n', 1)[0]}`)
  })
  if (!folder) return null
  const kept = new Map<string, Buffer>()
  for (const file of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(file.parentPath, file.name)
    if (file.isFile()) kept.set(path.slice(folder.length), brotliCompressSync(await readFile(path)))
  }
  const types: Record<string, string> = { '.js': 'text/javascript', '.html': 'text/html' }
  const rows = JSON.stringify(records.map((record) => ({ id: record['_id'], ...record })))
  const server = createServer((request, response) => {
    const asked = request.url?.split('?', 1)[0] ?? '/'
    const path = asked === '/' ? '/index.html' : asked
    const content = kept.get(path)
    if (path === '/api/members') {
      const range = `members 0-${records.length - 1}/1000000`
      const headers = { 'content-type': 'application/json', 'content-range': range }
      response.writeHead(200, headers).end(rows)
    } else if (content) {
      const headers = {
        'content-type': types[extname(path)] ?? 'application/octet-stream',
        'content-encoding': 'br',
        'cache-control': 'public, max-age=31536000, immutable',
      }
      response.writeHead(200, headers).end(content)
    } else response.writeHead(404).end()
  })
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  return { url: `http://127.0.0.1:${port}`, stop: () => void server.close() }
}
