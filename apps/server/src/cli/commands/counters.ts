import { countedTables } from '../../db/counts/counted.ts'
import { counterDifferences, describeDifference, rebuildCounters } from '../../db/counts/verify.ts'
import { defineCommand, UsageError } from '../command.ts'
import { withDatabase } from '../database.ts'
import { shown } from '../terminal.ts'

export const countersCommand = defineCommand({
  name: 'counters',
  summary: 'Compare the counters of totals with the records, or make them anew',
  synopsis: 'verify | rebuild',
  details: `
Counters are kept by Steward's own writes. Whoever changes records by SQL makes them wrong: verify names each counter that
differs from what counting gives (at most 100 an area), and rebuild mends them. Servers go on meanwhile.
The exit code of verify is 0 when all are exact, 3 when one is not.
`,
  options: {},
  needs: 'verify or rebuild',
  run: async (_, [what]) => {
    if (what !== 'verify' && what !== 'rebuild')
      throw new UsageError('Usage: steward counters verify, or steward counters rebuild.')
    return await withDatabase(async ({ db }) => {
      if (what === 'rebuild') {
        const wrong = await rebuildCounters(db)
        return wrong === 0 ? 'All counters were exact.' : `${shown(wrong)} counters were mended.`
      }
      const found: string[] = []
      for (const table of countedTables)
        found.push(...(await counterDifferences(db, table)).map(describeDifference))
      const verdict =
        found.length === 0
          ? 'All counters are exact.'
          : 'Somebody has written past Steward. Mend it with: steward counters rebuild'
      process.stdout.write(`${[...found, verdict].join('\n')}\n`)
      return found.length === 0 ? 0 : 3
    })
  },
})
