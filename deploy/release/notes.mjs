// Prints what CHANGELOG.md says of a release: node deploy/release/notes.mjs v0.2.0
// Fails where the tag isn't the version of package.json, or nothing is said of it.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const [tag = '', folder = '.'] = process.argv.slice(2)
const read = (name) => readFileSync(resolve(folder, name), 'utf8')
const { version } = JSON.parse(read('package.json'))

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

if (tag !== `v${version}`) fail(`The tag is ${tag}, and package.json has the version ${version}.`)
const sections = read('CHANGELOG.md').split(/^## /m).slice(1)
const section = sections.find((each) =>
  new RegExp(`^\\[?${RegExp.escape(version)}\\]?(\\s|$)`).test(each),
)
const notes = section?.split('\n').slice(1).join('\n').trim()
if (!notes)
  fail(`CHANGELOG.md says nothing of ${version}: name its part "## ${version} - YYYY-MM-DD".`)
process.stdout.write(`${notes}\n`)
