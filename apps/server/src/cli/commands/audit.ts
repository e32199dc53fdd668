import { verifyAuditLog } from '../../modules/audit-log/verify.ts'
import type { Command } from '../command.ts'
import { withDatabase } from '../database.ts'
import { readOptions } from '../options.ts'
import { pacing, shown } from '../progress.ts'
import { UsageError } from '../usage-error.ts'

const options = { expect: { type: 'string' }, json: { type: 'boolean' } } as const

/** `steward audit` */
export const auditCommand: Command = {
  name: 'audit',
  summary: 'Verify that the audit log is complete and unchanged',
  synopsis: 'verify [--expect HASH] [--json]',
  details: `
Names each entry that is changed, missing, reordered or was added beside the hash chain, and what is kept beside the
entries and no longer follows from them (records of batches, counts, types of people). Prints the hash at its end. Keep that hash somewhere else: --expect HASH tells whether entries were cut off since.
The exit code is 0 when all is as it was sealed, 3 when something is not.
`,
  run: async (words) => {
    const { values, positionals } = readOptions(words, options)
    if (positionals.length !== 1 || positionals[0] !== 'verify') {
      throw new UsageError('Usage: steward audit verify.')
    }
    const expected = values.expect?.toLowerCase()
    if (expected !== undefined && !/^[0-9a-f]{64}$/.test(expected)) {
      throw new UsageError('--expect needs a hash of 64 hexadecimal digits.')
    }
    const started = performance.now()
    return await withDatabase(async ({ db }) => {
      const result = await verifyAuditLog(db, expected === undefined ? {} : { expected })
      const { seals, entries, head, findings } = result
      if (values.json) process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
      else {
        for (const finding of findings) process.stdout.write(`${finding}\n`)
        const verdict =
          findings.length === 0 ? 'The audit log is intact' : 'The audit log was tampered with'
        process.stdout.write(
          `${verdict}: ${shown(entries)} entries in ${shown(seals)} seals, checked in ${pacing(entries, started)}.\nHead: ${head}\n`,
        )
      }
      return findings.length === 0 ? 0 : 3
    })
  },
}
