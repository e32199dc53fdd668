import { pipeline } from 'node:stream/promises'
import { msg, t } from '@steward/i18n/reader'
import { say } from '@steward/i18n/sentence'
import type { Db } from '../../db/connection/connection.ts'
import { forTerminal } from '../../environment-language.ts'
import { exportAuditLog } from '../../modules/audit-log/export.store.ts'
import { sealEntries } from '../../modules/audit-log/seals.store.ts'
import { verifyAuditLog } from '../../modules/audit-log/verify.ts'
import { defineCommand, UsageError } from '../command.ts'
import { withDatabase } from '../database.ts'
import { pacing } from '../terminal.ts'

export const auditCommand = defineCommand({
  name: 'audit',
  summary: msg('Verify that the audit log is complete and unchanged, or export it'),
  synopsis: 'verify [--expect HASH] [--json] | export',
  details: [
    msg(
      `Names each entry that is changed, missing, reordered or was added beside the hash chain, and what is kept beside the entries and no longer follows from them (records of batches, counts, types of people). Prints the hash at its end. Keep that hash somewhere else: --expect HASH tells whether entries were cut off since.`,
    ),
    msg(
      'export prints seals and entries in the order of the chain, a line of JSON each, which docs/verify-audit-log.mjs verifies without Steward.',
    ),
    msg('The exit code is 0 when all is as it was sealed, 3 when something is not.'),
  ],
  options: { expect: { type: 'string' }, json: { type: 'boolean' } },
  most: Number.POSITIVE_INFINITY,
  run: async (values, given) => {
    const [what, ...more] = given
    if (more.length > 0 || (what !== 'verify' && what !== 'export'))
      throw new UsageError(
        say('Usage: {command}', { command: 'steward audit verify | steward audit export' }),
      )
    if (what === 'export') return await withDatabase(({ db }) => exportTo(db))
    const expected = values.expect?.toLowerCase()
    if (expected !== undefined && !/^[0-9a-f]{64}$/.test(expected)) {
      throw new UsageError('--expect needs a hash of 64 hexadecimal digits.')
    }
    const started = performance.now()
    return await withDatabase(async ({ db }) => {
      const result = await verifyAuditLog(db, expected === undefined ? {} : { expected })
      const { seals, entries, head, findings } = result
      const verdict =
        findings.length === 0 ? t('The audit log is intact') : t('The audit log was tampered with')
      const sizes = t(
        '{entries, plural, one {# entry} other {# entries}} in {seals, plural, one {# seal} other {# seals}}',
        { entries, seals },
      )
      const time = pacing(entries, started)
      const lines = [
        ...findings.map(forTerminal),
        t('{verdict}: {sizes}, checked in {time}.', { verdict, sizes, time }),
        t('Head: {hash}', { hash: head }),
      ]
      process.stdout.write(
        `${values.json ? JSON.stringify({ ...result, findings: findings.map(String) }, null, 2) : lines.join('\n')}\n`,
      )
      return findings.length === 0 ? 0 : 3
    })
  },
})

async function exportTo(db: Db): Promise<number> {
  while ((await sealEntries(db, 2_000)) > 0);
  await pipeline(exportAuditLog(db), process.stdout, { end: false })
  return 0
}
