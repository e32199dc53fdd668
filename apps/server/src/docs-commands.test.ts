import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { usage } from './cli/command.ts'
import { findCommand } from './cli/run.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** What isn't run here, by how it begins, and why. */
const notRun: Readonly<Record<string, string>> = {
  'npm test': 'runs this very test',
  'npm run check': 'a part of npm test',
  'npm run test:scale': 'an hour or more',
  'npm run test:mutation': '15 minutes',
  'npm run test:mcp': 'fetches packages',
  'npm run test:cluster': 'half an hour, as root',
  'npm run bench': 'an hour',
  'npm run pictures': 'writes into the repository',
  'npm run messages':
    'writes into the repository; packages/i18n/tools/catalogs.test.ts tries its parts',
  'npm run new:area': 'writes into the repository; new-area.test.ts makes the same in a copy',
  'node docs/verify-audit-log.mjs': 'export.test.ts of modules/audit-log runs it',
  'node scripts/released-migrations':
    'writes into the repository; rules.test.ts holds what it writes',
  'npm run db:types': 'writes into the repository; db/schema/schema.test.ts makes the same',
  'npm run build:web -- --out /var/www':
    'builds anew; e2e/static-build.spec.ts does that with both',
  'npm run dev': 'its two ports are fixed, and may be somebody’s',
  'npx vitest': 'runs tests within a test',
  'STEWARD_SCALE=1 npx vitest': 'runs tests within a test',
  'npx playwright': 'runs tests within a test',
  'STEWARD_INSTANCES=2 npx playwright': 'runs tests within a test',
  'STEWARD_LANGUAGE=ar npx playwright': 'runs tests within a test',
  'PATH=$PWD/node_modules/.bin:$PATH npm install': 'changes what is installed',
  'node -e 0': 'what a measurement is compared with',
  'aws s3': 'needs an account there',
  'npm run steward -- check': 'needs a running server; cli/commands/check.test.ts runs it',
  docker: 'needs Docker; the tests in deploy/ run the image and the processes without it',
  kubectl:
    'needs a cluster; deploy/kubernetes/kubernetes.test.ts holds the manifests against its schemas',
  sudo: 'changes this machine; deploy/systemd/systemd.test.ts has systemd read the units',
  cd: 'for the lines that follow',
  'cp .env.example .env': 'what Docker reads',
  'cp alertmanager.yml.example alertmanager.yml':
    'what the Alertmanager reads; deploy/compose/compose.test.ts has it checked',
  'sh ../make-secrets.sh': 'deploy/compose/processes.scale.test.ts runs it',
  git: 'needs the repository’s home, or changes it',
  gh: 'needs a release',
  'npm version 0.2.0': 'changes the repository',
  'node deploy/release/notes.mjs': 'deploy/release/notes.test.ts runs it',
  'CITUS_URL=': 'needs a Citus cluster',
  'CORS_ORIGIN=': 'a setting',
  'PUBLIC_URL=': 'a setting',
  'export STEWARD_KEY=': 'api-docs.test.ts runs what follows it',
  curl: 'api-docs.test.ts runs it',
  touch: 'api-docs.test.ts runs it',
  sed: 'api-docs.test.ts runs it',
  'npx openapi-typescript': 'api-docs.test.ts makes the same types',
  'DATABASE_URL=postgres://…':
    'needs a database of that name; main.test.ts starts a server that way',
}

/** Pages whose blocks another test runs, in full. */
const runElsewhere = { 'docs/recovery.md': 'recovery.scale.test.ts' }

/** What is run as it is written, in this order and in a data folder of its own; and what it has to print. */
const run: Readonly<Record<string, RegExp>> = {
  'npm start': /http:\/\/\S+:\d+/,
  'npm run example': /Sign in at http:\/\/\S+ as/,
  'npm run adapter -- http://127.0.0.1:3000': /Sign in at http:\/\/\S+ as/,
  'npm run spec-only-server -- --help': /--paging whole \| /,
  'npm run build': /./,
  'npm run build:web': /The web app stands in/,
  'npm run steward -- help': /Usage: steward/,
  'npm run steward -- admin create ada@example.com --owner': /Password: /,
  'npm run steward -- admin list': /ada@example.com/,
  'npm run steward -- jobs list': /job/i,
  'npm run steward -- audit verify': /./,
  'npm run steward -- counters verify': /All counters are exact/,
  'npm run steward -- counters rebuild': /All counters were exact/,
  'npm run steward -- backup steward.tar.gz': /./,
}
/** Those that go on until they are ended. */
const goesOn = ['npm start', 'npm run example', 'npm run adapter -- http://127.0.0.1:3000']

interface Written {
  command: string
  where: string
}

/** The commands in blocks of `sh`, and those in a line that begin with a command of ours. */
function commandsIn(text: string, where: string): Written[] {
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = '']) =>
    block
      .replaceAll(/\\\n\s*/g, '')
      .split('\n')
      .map((line) => line.replace(/\s+# .*$|\s+#$/, '').trim()),
  )
  const inline = [
    ...text
      .replaceAll(/^```.*?^```/gms, '')
      .matchAll(/`((?:[A-Z_]+=\S+ )?(?:npm|node|npx|steward) [^`]+)`/g),
  ].map(([, command = '']) => command.replaceAll(/\s+/g, ' '))
  return [...blocks, ...inline].filter(Boolean).map((command) => ({ command, where }))
}

const written: Written[] = []
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-docs-'))
  const docs = (await readdir(join(root, 'docs'), { recursive: true })).filter(
    (name) => name.endsWith('.md') && !name.startsWith('decisions'),
  )
  for (const name of ['README.md', 'CONTRIBUTING.md', ...docs.map((each) => `docs/${each}`)])
    written.push(...commandsIn(await readFile(join(root, name), 'utf8'), name))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What stands behind `steward`, as far as the command itself reads it; null for another command. */
const ofSteward = (command: string) =>
  command
    .match(/^(?:DATABASE_URL=\S+ )?(?:npm run steward --|steward) (?!help$)(.*)$/)?.[1]
    ?.split(' | ')[0] ?? null

/** Those of its words that the help of the command doesn't name: its action, and options. */
function unknownIn(words: string): string[] {
  const [name = '', ...rest] = words.split(' ')
  const help = usage(findCommand(name))
  const [action = ''] = rest
  const hasActions = ['admin', 'files', 'jobs', 'audit'].includes(name)
  return [
    ...(hasActions ? [action] : []),
    ...rest.filter((word) => word.startsWith('--') && word !== '--help'),
  ].filter((word) => !new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(help))
}

const reasonFor = (command: string) =>
  Object.keys(notRun).some((begins) => command.startsWith(begins))

test('every command of the docs is run below, is read by the command line, or has a reason', () => {
  expect(written.length).toBeGreaterThan(60)
  const others = written.filter(
    ({ command, where }) =>
      !Object.hasOwn(runElsewhere, where) &&
      !Object.hasOwn(run, command) &&
      !reasonFor(command) &&
      ofSteward(command) === null,
  )
  expect(others).toEqual([])
})

test('what is run, and what isn’t, stands in the docs', () => {
  const commands = written.map(({ command }) => command)
  expect(Object.keys(run).filter((each) => !commands.includes(each))).toEqual([])
  const idle = Object.keys(notRun).filter((each) => !commands.some((one) => one.startsWith(each)))
  expect(idle).toEqual([])
})

test('the command line has the commands and options of the docs', () => {
  const wrong = written.flatMap(({ command, where }) => {
    const words = ofSteward(command)
    const unknown = words === null ? [] : unknownIn(words)
    return unknown.length > 0 ? [{ where, command, unknown }] : []
  })
  expect(wrong).toEqual([])
})

test('the scripts of the docs are there', async () => {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const named = written.flatMap(({ command }) => command.match(/npm run ([\w:-]+)/)?.[1] ?? [])
  expect([...new Set(named)].filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
})

test('those that can be run are run as they are written, under whichever Node comes first', async () => {
  const [port, examplePort] = await Promise.all([freePort(), freePort()])
  const env = {
    // Without the pinned Node, which only npm itself puts before the others.
    PATH: (process.env['PATH'] ?? '')
      .split(delimiter)
      .filter((part) => !part.startsWith(join(root, 'node_modules')))
      .join(delimiter),
    HOME: process.env['HOME'],
    DATA_DIR: join(folder, 'data'),
    INIT_CWD: folder,
  }
  /** @param meanwhile of one that goes on: what is done between its words and its end */
  const tryIt = async (
    [command, prints]: [string, RegExp],
    meanwhile: (() => Promise<void>) | null = null,
  ) => {
    const PORT = String(command === 'npm start' ? port : examplePort)
    // A file that is written stands where it is typed; npm runs its scripts in the root.
    const typed = command.replace('steward.tar.gz', join(folder, 'steward.tar.gz'))
    const { said, ended, stop } = runIn(typed, { ...env, PORT }, prints)
    if (meanwhile) {
      try {
        await Promise.race([said, ended])
        await meanwhile()
      } finally {
        stop()
      }
    }
    const { code, out } = await ended
    expect(out, command).toMatch(prints)
    if (!meanwhile) expect([command, code, out]).toEqual([command, 0, out])
  }
  // Two at a time. What has data does its work while `npm start` serves that data.
  const hasData = ([command]: [string, RegExp]) =>
    command === 'npm start' || ofSteward(command) !== null
  const all = Object.entries(run)
  const withServer = async ([start, ...others]: [string, RegExp][]) => {
    if (start?.[0] !== 'npm start') throw new Error('npm start makes the data that others have')
    await tryIt(start, async () => {
      for (const each of others) await tryIt(each)
    })
  }
  const inTurn = async (some: [string, RegExp][]) => {
    for (const each of some) await tryIt(each, goesOn.includes(each[0]) ? async () => {} : null)
  }
  await Promise.all([withServer(all.filter(hasData)), inTurn(all.filter((each) => !hasData(each)))])
}, 180_000)

/** Runs a command by a shell in the root. @returns when it has printed what it has to, and when it has ended */
function runIn(command: string, env: NodeJS.ProcessEnv, prints: RegExp) {
  const child = spawn('sh', ['-c', command], { cwd: root, env, detached: true })
  let out = ''
  const said = new Promise<void>((done) => {
    const hear = (data: Buffer) => {
      out += data
      if (prints.test(out)) done()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
  })
  const ended = new Promise<{ code: number | null; out: string }>((done) => {
    child.on('close', (code) => done({ code, out }))
  })
  const stop = () => {
    if (child.exitCode === null) process.kill(-(child.pid ?? 0), 'SIGTERM')
  }
  return { said, ended, stop }
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })
}
