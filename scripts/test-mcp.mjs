// The MCP server as others test it: the official conformance suite, whose failures have to be those that are stated with
// a reason, and the inspector's command line. Both are fetched by npx, since they bring 200 packages: npm run test:mcp
import './lib/node-version.mjs'
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request as send } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const { install } = await import('./lib/install.mjs')
const { findNode, pathWithNode, root } = await import('./lib/run.mjs')

await install()
const stated = JSON.parse(readFileSync(join(root, 'apps/server/src/modules/mcp/conformance.json')))
const inspector = '@modelcontextprotocol/inspector@2.12.0'
const folder = mkdtempSync(join(tmpdir(), 'steward-mcp-'))
const owner = { email: 'owner@example.com', password: 'correct-horse-9-battery' }
const [port, proxyPort] = [await freePort(), await freePort()]
const problems = []

// The suite sends no header of ours: a proxy in front of the server adds the key, and has the address that the server
// names itself by.
const proxy = `http://127.0.0.1:${proxyPort}`
const server = spawn(findNode(), ['apps/server/src/main.ts'], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    ...process.env,
    PORT: String(port),
    PUBLIC_URL: proxy,
    DATA_DIR: join(folder, 'data'),
    DEMO: '1',
    OWNER_EMAIL: owner.email,
    OWNER_PASSWORD: owner.password,
    LOG_LEVEL: 'error',
  },
})
try {
  await untilReady()
  const key = await makeKey()
  const opened = openProxy(key)
  await conformance()
  await inspect(key)
  opened.close()
} finally {
  server.kill('SIGTERM')
  await new Promise((done) => server.once('exit', done))
  rmSync(folder, { recursive: true, force: true })
}
for (const problem of problems) console.error(problem)
console.log(problems.length === 0 ? 'The MCP server passes.' : `${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1

/** Runs the suite: every check that fails has to be stated, and every stated one has to fail. */
async function conformance() {
  const out = join(folder, 'conformance')
  const suite = `@modelcontextprotocol/conformance@${stated.version}`
  const asked = [
    'server',
    '--url',
    `${proxy}/mcp`,
    '--requirements',
    stated.requirements,
    '-o',
    out,
  ]
  await npx(suite, asked)
  const failed = new Set()
  let passed = 0
  for (const scenario of readdirSync(out)) {
    const name = scenario.replace(/^server-/, '').replace(/-\d{4}-\d{2}-\d{2}T.*$/, '')
    for (const { id, status } of JSON.parse(readFileSync(join(out, scenario, 'checks.json')))) {
      if (status === 'SUCCESS') passed += 1
      if (status === 'FAILURE') failed.add(`${name}: ${id}`)
    }
  }
  const reasons = new Map(
    stated.exceptions.flatMap(({ checks, why }) => checks.map((each) => [each, why])),
  )
  const isStated = (check) => reasons.has(check) || reasons.has(check.split(': ')[0])
  for (const check of failed)
    if (!isStated(check)) problems.push(`fails, and isn’t stated: ${check}`)
  for (const check of reasons.keys()) {
    const fails = [...failed].some((each) => each === check || each.startsWith(`${check}: `))
    if (!fails) problems.push(`is stated, but doesn’t fail: ${check}`)
  }
  if (passed < stated.atLeast)
    problems.push(`only ${passed} checks passed of at least ${stated.atLeast}`)
  console.log(`Conformance: ${passed} checks passed, ${failed.size} failed as stated.`)
}

/** Lists the tools and calls one, as a person would with the inspector. */
async function inspect(key) {
  const target = [
    '--cli',
    `${proxy}/mcp`,
    '--transport',
    'http',
    '--header',
    `Authorization: Bearer ${key}`,
  ]
  const listed = await npx(inspector, [...target, '--method', 'tools/list', '--strict'])
  if (listed.code !== 0) problems.push(`the inspector lists no tools: ${listed.errors.slice(-500)}`)
  else console.log(`Inspector: ${JSON.parse(listed.output).tools.length} tools.`)
  const call = ['--method', 'tools/call', '--tool-name', 'list_bills', '--tool-arg', 'limit=1']
  const called = await npx(inspector, [...target, ...call])
  if (!/"totalPages"/.test(called.output)) {
    problems.push(`the inspector calls no tool: ${called.errors.slice(-500)}`)
  }
}

async function untilReady() {
  for (let tries = 0; tries < 240; tries += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null)
    if (answer?.ok) return
    await new Promise((done) => setTimeout(done, 500))
  }
  throw new Error('the server doesn’t start')
}

/** Makes a service account that may read and propose everything, and a key of it. */
async function makeKey() {
  const { permissionModules } = await import('@steward/contract/permissions/permissions')
  const { token } = await api('POST', 'auth/admin-login', owner)
  const may = ({ module, action }) => module !== 'Roles' && action !== 'purge'
  const role = { name: 'Agents', permissions: permissionModules(may) }
  const { _id: roleId } = await api('POST', 'admin/role/create/role', role, token)
  const accounts = 'admin/integrations/service-accounts'
  const { _id: account } = await api('POST', accounts, { name: 'Conformance', role: roleId }, token)
  const named = { name: 'Suite', maxPerMinute: 6_000 }
  return (await api('POST', `${accounts}/${account}/keys`, named, token)).secret
}

async function api(method, path, body, token) {
  const answer = await fetch(`http://127.0.0.1:${port}/api/${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  const { data, message } = await answer.json()
  if (!answer.ok) throw new Error(`${path}: ${message}`)
  return data
}

/** Passes requests on with the key, unless they have one. */
function openProxy(key) {
  const opened = createServer((request, response) => {
    const { method, url: path, headers } = request
    const authorization = headers.authorization ?? `Bearer ${key}`
    const options = {
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: { ...headers, authorization },
    }
    const on = send(options, (answer) => {
      response.writeHead(answer.statusCode, answer.headers)
      answer.pipe(response)
    })
    on.on('error', () => response.destroy())
    response.on('close', () => on.destroy())
    request.pipe(on)
  })
  return opened.listen(proxyPort, '127.0.0.1')
}

/** Runs the command of a package that isn't installed. */
function npx(name, args) {
  const child = spawn('npx', ['--yes', name, ...args], {
    cwd: folder,
    env: { ...process.env, PATH: pathWithNode(), NO_COLOR: '1' },
  })
  const result = { code: 1, output: '', errors: '' }
  child.stdout.on('data', (text) => (result.output += text))
  child.stderr.on('data', (text) => (result.errors += text))
  return new Promise((done, fail) => {
    child.on('error', fail)
    child.on('close', (code) => done({ ...result, code: code ?? 1 }))
  })
}

function freePort() {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address()
      probe.close(() => done(free))
    })
  })
}
