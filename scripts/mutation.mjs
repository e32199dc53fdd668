// Changes the code that decides, a little at a time, and counts the changes that a test notices; the
// parts of mutation.json take their turns, all of them unless some are named:
// npm run test:mutation [-- areas hooks] [-- rules --mutate apps/server/src/db/write/write.ts]
import './lib/node-version.mjs'
import { readFileSync } from 'node:fs'

const { install } = await import('./lib/install.mjs')
const { binOf, runNode } = await import('./lib/run.mjs')
const { fail } = await import('./lib/say.mjs')

const all = JSON.parse(readFileSync(new URL('../mutation.json', import.meta.url), 'utf8'))
const parts = Object.keys(all)
const args = process.argv.slice(2)
const end = args.findIndex((arg) => arg.startsWith('-'))
const [named, options] = end < 0 ? [args, []] : [args.slice(0, end), args.slice(end)]
const unknown = named.find((name) => !parts.includes(name))
if (unknown) fail(`There is no part “${unknown}”. The parts are ${parts.join(', ')}.`)
if (options.includes('--mutate') && named.length !== 1) {
  fail(`Name the part whose tests shall run: ${parts.join(', ')}.`)
}

await install()
const stryker = binOf('@stryker-mutator/core', 'stryker')
const failed = []
for (const name of named.length > 0 ? named : parts) {
  console.log(`Mutations of ${name}`)
  const env = { STEWARD_MUTATION: name }
  if ((await runNode([stryker, 'run', ...options], { env })) !== 0) failed.push(name)
}
if (failed.length > 0) fail(`Too few mutations were noticed: ${failed.join(', ')}.`)
