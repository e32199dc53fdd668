import { msg, t } from '@steward/i18n/reader'
import { say } from '@steward/i18n/sentence'
import { countedTables } from '../../db/counts/counted.ts'
import { counterDifferences, describeDifference, rebuildCounters } from '../../db/counts/verify.ts'
import { forTerminal } from '../../environment-language.ts'
import { defineCommand, UsageError } from '../command.ts'
import { withDatabase } from '../database.ts'

export const countersCommand = defineCommand({
  name: 'counters',
  summary: msg('Compare the counters of totals with the records, or make them anew'),
  synopsis: 'verify | rebuild',
  details: [
    msg(
      'Counters are kept by Steward’s own writes. Whoever changes records by SQL makes them wrong: verify names each counter that differs from what counting gives (at most 100 an area), and rebuild mends them. Servers go on meanwhile.',
    ),
    msg('The exit code of verify is 0 when all are exact, 3 when one is not.'),
  ],
  options: {},
  needs: 'verify | rebuild',
  run: async (_, [what]) => {
    if (what !== 'verify' && what !== 'rebuild')
      throw new UsageError(
        say('Usage: {command}', { command: 'steward counters verify | rebuild' }),
      )
    return await withDatabase(async ({ db }) => {
      if (what === 'rebuild') {
        const wrong = await rebuildCounters(db)
        return wrong === 0
          ? t('All counters were exact.')
          : t('{wrong, plural, one {# counter was} other {# counters were}} mended.', { wrong })
      }
      const found: string[] = []
      for (const table of countedTables)
        found.push(
          ...(await counterDifferences(db, table)).map(describeDifference).map(forTerminal),
        )
      const verdict =
        found.length === 0
          ? t('All counters are exact.')
          : t('Somebody has written past Steward. Mend it with: {command}', {
              command: 'steward counters rebuild',
            })
      process.stdout.write(`${[...found, verdict].join('\n')}\n`)
      return found.length === 0 ? 0 : 3
    })
  },
})
