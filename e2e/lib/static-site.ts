import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { types } from '../spec-only-server/static-files.ts'
import { root } from './steward.ts'

/** A web server that knows nothing of Steward but the files of the web app. */
export interface StaticSite {
  url: string
  close(): Promise<void>
}

interface Wanted {
  /** The root of the files. */
  folder: string
  /** The origin of the API. */
  api: string
  /** The path that the app was built for, with slashes at both ends. */
  base?: string
  port: number
}

const nginx = ['/usr/sbin/nginx', '/usr/bin/nginx', '/opt/homebrew/bin/nginx'].find(existsSync)

/** Serves the web app as docs/nginx.conf says: by nginx where it is installed, else by Node. */
export async function serveStatic(wanted: Wanted): Promise<StaticSite> {
  const config = await configOf(wanted)
  const close = await (nginx ? runNginx(nginx, config, wanted.port) : runNode(config, wanted))
  // A name and not an address, since passkeys are for a name.
  return { url: `http://localhost:${wanted.port}${wanted.base ?? '/'}`.replace(/\/$/, ''), close }
}

/** The documented configuration, with the names that a reader puts in. */
async function configOf({ folder, api, port, base = '/' }: Wanted): Promise<string> {
  let config = await readFile(join(root, 'docs', 'nginx.conf'), 'utf8')
  const put = (from: string, to: string) => {
    if (!config.includes(from)) throw new Error(`docs/nginx.conf has no "${from}"`)
    config = config.replaceAll(from, to)
  }
  put('listen 80;', `listen 127.0.0.1:${port};`)
  put('root /var/www/steward;', `root ${folder};`)
  put('https://api.example.com', api)
  put('$uri /index.html;', `$uri ${base}index.html;`)
  put('location /assets/', `location ${base}assets/`)
  put('location = /config.json', `location = ${base}config.json`)
  return config
}

async function runNginx(nginx: string, config: string, port: number): Promise<() => Promise<void>> {
  const place = await mkdtemp(join(tmpdir(), 'steward-nginx-'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${place}/${name};`)
    .join(' ')
  const mime = Object.entries(types).map(([end, type]) => `${type} ${end.slice(1)};`)
  await writeFile(
    join(place, 'nginx.conf'),
    `daemon off; pid ${place}/pid; error_log stderr error; worker_processes 1;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events {}
    http { access_log off; ${temporary} types { ${mime.join(' ')} } ${config} }`,
  )
  const child = spawn(nginx, ['-p', place, '-c', join(place, 'nginx.conf'), '-e', 'stderr'], {
    stdio: 'inherit',
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  for (let tries = 0; ; tries += 1) {
    if (await fetch(`http://127.0.0.1:${port}/`).catch(() => null)) break
    if (tries > 100 || child.exitCode !== null) throw new Error('nginx does not answer')
    await new Promise((done) => setTimeout(done, 50))
  }
  return async () => {
    child.kill('SIGTERM')
    await ended
    await rm(place, { recursive: true, force: true })
  }
}

/** The same rules and headers without nginx. */
async function runNode(config: string, wanted: Wanted): Promise<() => Promise<void>> {
  const { folder, base = '/', port } = wanted
  const headers = [...config.matchAll(/^ {2}add_header (\S+) "(.+)" always;$/gm)]
  const send = async (response: ServerResponse, file: string) => {
    const content = await readFile(join(folder, file))
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'text/plain' }).end(content)
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://any')
    for (const [, name = '', value = ''] of headers) response.setHeader(name, value)
    const hashed = pathname.includes('/assets/')
    response.setHeader('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    const fileAlone = hashed || pathname === `${base}config.json`
    const file = types[extname(pathname)] ? pathname : `${base}index.html`
    send(response, file)
      .catch(() => (fileAlone ? Promise.reject() : send(response, `${base}index.html`)))
      .catch(() => response.writeHead(404, { 'cache-control': 'no-store' }).end())
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return () =>
    new Promise((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
}

/** What the browser holds against a page, as it happens: errors, and what its policy forbids. */
export function watch(page: Page): string[] {
  const wrong: string[] = []
  page.on('pageerror', (error) => wrong.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') wrong.push(message.text())
  })
  return wrong
}
