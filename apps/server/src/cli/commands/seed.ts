import { type SeedOptions, seed, seedAreas } from '../../seed/seed.ts'
import type { Command } from '../command.ts'
import { withDatabase } from '../database.ts'
import { onInterrupt } from '../interrupt.ts'
import { readNumber, readOptions } from '../options.ts'
import { pacing, shown, showProgress } from '../progress.ts'
import { UsageError } from '../usage-error.ts'

const most = 100_000_000

const details = `
  --users N            members and some businesses
  --posts N  --events N  --polls N  --tasks N  --bills N  --shopping-posts N
  --seed NUMBER        the same number gives the same rows (1)

Rows are added to what is there; a second time adds more. Thousands may be written 1_000_000.`

const options = {
  users: { type: 'string' },
  posts: { type: 'string' },
  events: { type: 'string' },
  polls: { type: 'string' },
  tasks: { type: 'string' },
  bills: { type: 'string' },
  'shopping-posts': { type: 'string' },
  seed: { type: 'string' },
} as const

/** `steward seed` */
export const seedCommand: Command = {
  name: 'seed',
  summary: 'Generate many sample records for load testing',
  synopsis: '--users N [--posts N …]',
  details,
  run: async (words) => {
    const { values, positionals } = readOptions(words, options)
    if (positionals[0]) throw new UsageError(`steward seed takes no "${positionals[0]}".`)
    const counts: SeedOptions['counts'] = {}
    let total = 0
    for (const area of seedAreas) {
      const option = area === 'shopping_posts' ? 'shopping-posts' : area
      counts[area] = readNumber(option, values[option], most) ?? 0
      total += counts[area]
    }
    if (total === 0)
      throw new UsageError('Name what to add, such as: steward seed --users 1000 --posts 500.')
    const number = readNumber('seed', values.seed, 2 ** 31)
    const { signal, release } = onInterrupt()
    const started = performance.now()
    try {
      const done = await withDatabase(async (connection) => {
        const progress = showProgress(total)
        try {
          return await seed(connection, {
            counts,
            ...(number === undefined ? {} : { seed: number }),
            signal,
            onProgress: (rows, area) =>
              progress.update(rows, `${area.replace('_', ' ')}, ${shown(rows)} rows`),
          })
        } finally {
          progress.stop()
        }
      })
      process.stdout.write(`${shown(done)} added in ${pacing(done, started)}.\n`)
      return done < total ? 130 : 0
    } finally {
      release()
    }
  },
}
