// Notes the migrations that a release is about to have, so that tests hold later ones against it.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

const folder = new URL('../apps/server/src/db/migrations/', import.meta.url)
const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
const sums = names.sort().map((name) => [name, sha256(readFileSync(new URL(name, folder)))])
writeFileSync(
  new URL('released.json', folder),
  `${JSON.stringify(Object.fromEntries(sums), null, 2)}\n`,
)

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex')
}
