// The area generator: npm run new:area announcements (docs/adding-an-area.md)
import './lib/node-version.mjs'
import { parseArgs } from 'node:util'

const { install } = await import('./lib/install.mjs')
const { fail } = await import('./lib/say.mjs')
const { runNode } = await import('./lib/run.mjs')

await install()
const { newArea, NotMade } = await import('./lib/new-area.mjs')

const usage =
  'npm run new:area NAME [-- --one WORD] [--module MODULE], such as npm run new:area announcements'
const { name, options } = read()
try {
  const { made, changed } = await newArea(name, options)
  const list = (title, files) =>
    console.log(`\n${title}\n${files.map((file) => `  ${file}`).join('\n')}`)
  list(`${made.length} new files:`, made)
  list(`${changed.length} edits:`, changed)
} catch (error) {
  if (error instanceof NotMade) fail(error.message)
  throw error
}
console.log('\nThe types of its table, from the migration:')
const typed = await runNode(['scripts/db-types.mjs'])
console.log(
  `\nNext: ${typed === 0 ? '' : 'npm run db:types, which failed above; '}its states, module and words in packages/contract/src/areas/areas.ts, its fields and columns as in docs/adding-an-area.md, then npm run check and npm test.`,
)
process.exitCode = typed

function read() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { one: { type: 'string' }, module: { type: 'string' } },
    })
    if (positionals.length !== 1) fail(usage)
    return { name: positionals[0], options: values }
  } catch (error) {
    return fail(`${error.message}\n${usage}`)
  }
}
