import { msg, t } from '@steward/i18n/reader'
import { say } from '@steward/i18n/sentence'
import { type SeedArea, type SeedOptions, seed, seedAreas } from '../../load-test-data/seed.ts'
import { defineCommand, readNumber, UsageError } from '../command.ts'
import { withDatabase } from '../database.ts'
import { pacing, stoppable, withProgress } from '../terminal.ts'

const most = 100_000_000

const optionOf = (area: SeedArea): string => area.replace('_', '-')

export const seedCommand = defineCommand({
  name: 'seed',
  summary: msg('Generate many sample records for load testing'),
  synopsis: '--users N [--posts N …]',
  details: [
    [
      ['--users N', msg('members and some businesses')],
      [
        '--posts N',
        say('and as many of others: {options}', {
          options: '--events --polls --tasks --bills --shopping-posts',
        }),
      ],
      ['--seed NUMBER', msg('the same number gives the same rows (1)')],
    ],
    msg(
      'Rows are added to what is there; a second time adds more. Thousands may be written 1_000_000.',
    ),
  ],
  options: Object.fromEntries(
    [...seedAreas.map(optionOf), 'seed'].map((name) => [name, { type: 'string' } as const]),
  ),
  run: async (values) => {
    const counts: SeedOptions['counts'] = {}
    let total = 0
    for (const area of seedAreas) {
      counts[area] = readNumber(optionOf(area), values[optionOf(area)], most) ?? 0
      total += counts[area]
    }
    if (total === 0)
      throw new UsageError(
        say('Name what to add, such as: {command}', {
          command: 'steward seed --users 1000 --posts 500',
        }),
      )
    const number = readNumber('seed', values['seed'], 2 ** 31)
    const started = performance.now()
    const done = await stoppable(t('Stopping after the current rows'), (signal) =>
      withDatabase((connection) =>
        withProgress(total, (update) =>
          seed(connection, {
            counts,
            ...(number !== undefined && { seed: number }),
            signal,
            onProgress: (rows, area) =>
              update(
                rows,
                t('{area}, {rows, plural, one {# row} other {# rows}}', {
                  area: area.replace('_', ' '),
                  rows,
                }),
              ),
          }),
        ),
      ),
    )
    process.stdout.write(`${t('{done} added in {time}.', { done, time: pacing(done, started) })}\n`)
    return done < total ? 130 : 0
  },
})
