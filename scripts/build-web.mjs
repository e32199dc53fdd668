// Static build: builds the web app alone, to be served by any web server: see docs/static-build.md.
import './lib/node-version.mjs'

const { resolve } = await import('node:path')
const { parseArgs } = await import('node:util')
const { install } = await import('./lib/install.mjs')
const { build, buildInto } = await import('./lib/build.mjs')
const { fail, say } = await import('./lib/say.mjs')
const { root } = await import('./lib/run.mjs')

const usage = 'npm run build:web [-- [--out DIRECTORY] [--base /path/]]'

function options() {
  try {
    return parseArgs({ options: { out: { type: 'string' }, base: { type: 'string' } } }).values
  } catch (error) {
    return fail(`${error.message}\n${usage}`)
  }
}

const { out, base = '/' } = options()
if (!/^\/([\w.~-]+\/)*$/.test(base)) {
  fail(`The base ${base} has to begin and end with a slash, such as /admin/.`)
}
// npm runs its scripts in the root; a directory is meant from where the command was typed.
const own = resolve(root, 'apps/web/dist')
const folder = out ? resolve(process.env.INIT_CWD ?? '.', out) : own
if (base !== '/' && folder === own) {
  fail(
    'A build for a sub-path needs a directory of its own (--out): Steward’s server serves apps/web/dist at the root.',
  )
}

await install()
await (folder === own ? build() : buildInto(folder, base))
say(`The web app stands in ${folder}`)
