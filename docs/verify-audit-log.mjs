// Verifies what `steward audit export` wrote, with nothing of Steward: node verify-audit-log.mjs FILE [HEAD]
// HEAD is a hash that was kept elsewhere, by which a cut-off end is found. Exit code: 0 where all is intact, 3 where not.
// docs/decisions/0073-erasing-from-the-audit-log.md tells how the log is sealed.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

const [file, expected] = process.argv.slice(2)
const sha256 = (data, encoding) => createHash('sha256').update(data, encoding).digest('hex')

const findings = []
/** The digests of the last seal's entries, by id, that have not come yet. */
let waiting = new Map()
/** The erased values, as `id path`, that no later entry has named yet. */
const unnamed = new Set()
let last = { seal: 0, hash: '00'.repeat(32), digests: [], entries: [] }
let isMet = expected === undefined
let count = 0

function readSeal(seal) {
  endSeal()
  const { seal: no, format, previous, digests, hash, entries } = seal
  if (no !== last.seal + 1) findings.push(`Seal ${last.seal + 1} is missing.`)
  else if (previous !== last.hash) findings.push(`Seal ${no} does not follow from the one before.`)
  const isWhole = digests.length === entries.length && format === 2
  if (!isWhole || hash !== sha256(previous + digests.join(''), 'hex'))
    findings.push(`Seal ${no} is changed.`)
  waiting = new Map(entries.map((id, place) => [id, digests[place]]))
  isMet ||= hash === expected
  last = seal
}

function endSeal() {
  for (const id of waiting.keys()) findings.push(`Entry ${id} is missing (seal ${last.seal}).`)
}

/** The digest of an entry: of what is never erased in one line, and a line for each value. */
function digestOf({ fixed, values, salt, salts, erased }) {
  const commitments = { ...erased }
  for (const [path, value] of Object.entries(values)) {
    // What is left of an erased row of a batch is its id, which is in the path.
    if (path in commitments && value === `{"id" : "${path.split('.')[2]}"}`) continue
    if (path in commitments) return 'a value that was erased'
    const own = salt ? sha256(`${salt} ${path}`) : salts?.[path]
    commitments[path] = sha256(`${own}${value}`)
  }
  const lines = Object.entries(commitments).map(([path, hash]) => `${hash} ${JSON.stringify(path)}`)
  const words = Object.values(fixed).map((word) => word ?? '-')
  return sha256([words.join(' '), ...lines.sort()].join('\n'))
}

function readEntry({ entry: id, fixed, values, erased, ...salts }) {
  count += 1
  if (!waiting.has(id)) return findings.push(`Entry ${id} was added: no seal holds it.`)
  const digest = digestOf({ fixed, values, erased, ...salts })
  const other = last.entries[last.digests.indexOf(digest)]
  if (digest !== waiting.get(id))
    findings.push(`Entry ${id} ${other ? `holds what entry ${other} held` : 'is changed'}.`)
  waiting.delete(id)
  for (const path in erased) unnamed.add(`${id} ${path}`)
  if (fixed.action === 'erase' && fixed.area === 'users')
    for (const [of, paths] of Object.entries(JSON.parse(values['internal.erased'] ?? '{}')))
      for (const path of paths) unnamed.delete(`${of} ${path}`)
  if (fixed.action === 'reseal' && fixed.area === 'accounts') readReseal(id, values)
}

/** An entry that tells how the chain ended in whose place this one came. */
function readReseal(id, values) {
  if (values['after.head'] === `"${expected}"`) isMet = true
  if (Number(values['after.seals']) !== last.seal - 1)
    findings.push(`Entry ${id} tells of ${values['after.seals']} seals before it.`)
  if (values['after.findings'] !== '0')
    findings.push(`The chain before entry ${id} was not intact.`)
}

for await (const line of createInterface({ input: createReadStream(file) })) {
  const read = JSON.parse(line)
  if ('seal' in read) readSeal(read)
  else readEntry(read)
}
endSeal()
for (const value of unnamed) {
  const [id, ...path] = value.split(' ')
  findings.push(`Entry ${id} has lost ${path.join(' ')}: no later entry says it was erased.`)
}
if (last.seal === 0) findings.push('There is no seal.')
if (!isMet) findings.push(`No seal has the hash ${expected}: the end is cut off.`)
console.log([...findings, findings.length > 0 ? 'NOT INTACT' : 'Intact'].join('\n'))
console.log(`${count} entries in ${last.seal} seals. Head: ${last.hash}`)
process.exitCode = findings.length > 0 ? 3 : 0
