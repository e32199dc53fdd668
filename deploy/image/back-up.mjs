// Backs up into a folder: steward-2026-11-27T02-30-00.tar.gz, read again from the disk before older ones are removed.
// node deploy/image/back-up.mjs FOLDER [--daily 02:30] [--keep 30] | --newest-within 26
import { spawn } from 'node:child_process'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const cli = fileURLToPath(new URL('../../apps/server/src/cli/main.ts', import.meta.url))
const ours = /^steward-\d{4}-\d\d-\d\dT(\d\d-){2}\d\d\.tar\.gz$/
const retryMs = 15 * 60_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    // A time of day, UTC; without it, one backup is made now.
    daily: { type: 'string' },
    // How many backups stay.
    keep: { type: 'string', default: '30' },
    // Makes none: succeeds where the newest is younger than that many hours.
    'newest-within': { type: 'string' },
  },
})
const [folder] = positionals
const keep = Number(values.keep)
const hours = Number(values['newest-within'] ?? 1)
if (
  !folder ||
  !(keep >= 1) ||
  !(hours > 0) ||
  !/^([01]\d|2[0-3]):[0-5]\d$/.test(values.daily ?? '00:00')
) {
  console.error('Usage: back-up.mjs FOLDER [--daily HH:MM] [--keep COUNT] [--newest-within HOURS]')
  process.exit(2)
}
/** The command that runs now. */
let running
// Process 1 of a container ends by no signal that it doesn't handle. A backup that is broken off is none.
for (const [signal, code] of [
  ['SIGTERM', 143],
  ['SIGINT', 130],
]) {
  process.on(signal, () => {
    if (!running) process.exit(values.daily ? 0 : code)
    running.once('exit', () => process.exit(code))
    running.kill(signal)
  })
}

if (values['newest-within']) process.exitCode = await isFresh(folder, hours * 3_600_000)
else if (!values.daily) process.exitCode = await backUp(folder, keep)
else await backUpDaily(folder, keep, values.daily)

/** Goes on until it is ended; what failed is tried again before the next day. */
async function backUpDaily(into, count, time) {
  for (;;) {
    await wait(untilNext(time))
    while ((await backUp(into, count)) !== 0) await wait(retryMs)
  }
}

function untilNext(time) {
  const now = Date.now()
  const today = Date.parse(`${new Date(now).toISOString().slice(0, 10)}T${time}Z`)
  return today > now ? today - now : today + 24 * 3_600_000 - now
}

async function backUp(into, count) {
  const name = `steward-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.tar.gz`
  const path = join(into, name)
  const code = await steward('backup', path)
  if (code !== 0) return code
  const checked = await steward('restore', path, '--check')
  if (checked !== 0) {
    await rm(path)
    return checked
  }
  for (const old of (await backups(into)).slice(0, -count)) await rm(join(into, old))
  return 0
}

function steward(...words) {
  const child = spawn(process.execPath, [cli, ...words], { stdio: 'inherit' })
  running = child
  return new Promise((done) =>
    child.on('exit', (code) => {
      running = undefined
      done(code ?? 1)
    }),
  )
}

/** Those in a folder, oldest first. */
async function backups(into) {
  return (await readdir(into)).filter((name) => ours.test(name)).sort()
}

async function isFresh(into, milliseconds) {
  const newest = (await backups(into)).at(-1)
  const age = newest ? Date.now() - (await stat(join(into, newest))).mtimeMs : Infinity
  if (age < milliseconds) return 0
  console.error(newest ? `The newest backup is ${newest}.` : 'There is no backup.')
  return 1
}
