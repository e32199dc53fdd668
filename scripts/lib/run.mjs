import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fail } from './say.mjs'

/** The root of the repository. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** The Node that the server runs on: the pinned one, or this one where it is new enough. */
export function findNode() {
  const require = createRequire(join(root, 'package.json'))
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  try {
    const home = dirname(require.resolve(`${name}/package.json`))
    const path = join(home, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
    if (existsSync(path)) return path
  } catch {
    // No pinned Node for this kind of machine, or optional dependencies are switched off.
  }
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  return fail(
    `Steward runs on Node 24 or newer, and this is Node ${process.versions.node}. Usually Node 24 comes with the installation; if optional dependencies are switched off (npm config get omit), switch them on and run the command again, or install Node 24 from https://nodejs.org.`,
  )
}

/**
 * Runs the pinned Node and waits. Signals are passed on, so that what is started here never
 * outlives the command.
 * @param {string[]} args
 * @param {{ handOver?: boolean, env?: Record<string, string> }} [options] handOver: end as it ends
 * @returns {Promise<number>} its exit code
 */
export function runNode(args, options = {}) {
  return run(findNode(), args, options)
}

/** Runs a command like `runNode`. */
export function run(command, args, { handOver = false, env = {} } = {}) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: pathWithNode(), ...env },
  })
  const pass = (signal) => child.kill(signal)
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, pass)
  return new Promise((done) => {
    child.on('error', (error) => fail(`${command} could not be started: ${error.message}`))
    child.on('exit', (code, signal) => {
      for (const each of signals) process.off(each, pass)
      const status = code ?? (signal === 'SIGINT' ? 130 : 143)
      if (handOver) process.exit(status)
      done(status)
    })
  })
}

/** The tools of the installation, the pinned Node among them, come first. */
export function pathWithNode() {
  const separator = process.platform === 'win32' ? ';' : ':'
  return [dirname(findNode()), join(root, 'node_modules', '.bin'), process.env.PATH].join(separator)
}

/** The file that a package's command runs. */
export function binOf(packageName, command = packageName) {
  const require = createRequire(join(root, 'package.json'))
  const home = join(root, 'node_modules', packageName)
  const { bin } = require(join(home, 'package.json'))
  return join(home, typeof bin === 'string' ? bin : bin[command])
}
