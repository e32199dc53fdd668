import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
/** What is made by commands, or is no source. */
const left =
  /(^|\/)(node_modules|dist|generated|\.git|\.cache|\.stryker-tmp|data|reports|test-results|playwright-report)$/
const workspaces = {
  contract: 'packages',
  i18n: 'packages',
  'openapi-tools': 'packages',
  server: 'apps',
  web: 'apps',
}

/** The sources of this repository in a temporary folder, with the packages that are installed here. */
export interface RepositoryCopy {
  path: string
  /** Runs Node there. @returns its exit code, and all that it wrote */
  node(...args: string[]): Promise<{ code: number | null; out: string }>
  remove(): Promise<void>
}

/**
 * Copies the repository, so that a test can change it.
 * @param from the sources of another version, to run them with the packages of this one
 */
export async function copyRepository(from = root): Promise<RepositoryCopy> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'steward-copy-')))
  await cp(from, path, { recursive: true, filter: (each) => !left.test(relative(from, each)) })
  // Each package by itself, since ours are those of the copy.
  const modules = join(path, 'node_modules')
  await mkdir(join(modules, '@steward'), { recursive: true })
  for (const name of await readdir(join(root, 'node_modules')))
    if (name !== '@steward' && !name.startsWith('.vite'))
      await symlink(await realpath(join(root, 'node_modules', name)), join(modules, name))
  for (const [name, folder] of Object.entries(workspaces)) {
    await symlink(join(path, folder, name), join(modules, '@steward', name))
    const own = join(folder, name, 'node_modules')
    if (existsSync(join(root, own))) await symlink(join(root, own), join(path, own))
  }
  return {
    path,
    node: (...args) => runNode(path, args),
    remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }),
  }
}

function runNode(cwd: string, args: string[]): Promise<{ code: number | null; out: string }> {
  const { PATH = '', STEWARD_TEST_POSTGRES, HOME } = process.env
  const child = spawn(process.execPath, args, {
    cwd,
    // Nothing of the test that runs this: the copy has tests of its own.
    env: {
      PATH: [join(cwd, 'node_modules/.bin'), PATH].join(delimiter),
      HOME,
      ...(STEWARD_TEST_POSTGRES && { STEWARD_TEST_POSTGRES }),
      NO_COLOR: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      out += text
    })
  return new Promise((done) => child.once('close', (code) => done({ code, out })))
}
