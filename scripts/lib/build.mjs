import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { binOf, root, runNode } from './run.mjs'
import { fail, say } from './say.mjs'

const stamp = join(root, 'apps', 'web', 'dist', '.built-from')

/** What the web app is made of. */
const sources = ['apps/web', 'packages/contract/src', 'packages/i18n', 'package-lock.json']

/** Builds the web app, unless what stands there was built from these very files. */
export async function build() {
  const wanted = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  say('Building the web app …')
  const code = await runNode([binOf('vite'), 'build', 'apps/web', '--logLevel', 'warn'])
  if (code !== 0) fail('The web app could not be built; what went wrong is said above.')
  writeFileSync(stamp, wanted)
}

/**
 * Builds the web app into another directory, for another web server. Whatever stands there beside the
 * app, such as its `config.json`, is left alone.
 * @param {string} folder an absolute path: new, empty, or an earlier build
 * @param {string} base the path that it will be served under, such as `/admin/`
 */
export async function buildInto(folder, base) {
  const there = existsSync(folder) ? readdirSync(folder) : []
  const earlier = ['index.html', 'start.js', 'assets'].every((name) => there.includes(name))
  if (there.length > 0 && !earlier && there.some((name) => name !== 'config.json')) {
    fail(`${folder} holds other things than a build of the web app; name a new directory.`)
  }
  if (earlier) rmSync(join(folder, 'assets'), { recursive: true })
  say('Building the web app …')
  const into = ['--outDir', folder, '--emptyOutDir', 'false', '--base', base]
  const code = await runNode([binOf('vite'), 'build', 'apps/web', '--logLevel', 'warn', ...into])
  if (code !== 0) fail('The web app could not be built; what went wrong is said above.')
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of filesOf(join(root, source))) {
      hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
    }
  }
  return hash.digest('hex')
}

function filesOf(path) {
  if (!existsSync(path)) return []
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => !['dist', 'generated', 'node_modules'].includes(entry.name))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) =>
        entry.isDirectory() ? filesOf(join(path, entry.name)) : [join(path, entry.name)],
      )
  } catch {
    return [path]
  }
}
