import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { newId } from '../ids.ts'

const script = fileURLToPath(new URL('../../../../docs/verify-audit-log.mjs', import.meta.url))

/**
 * Verifies an exported audit log by the script in `docs`.
 * @param lines what `exportAuditLog` gives
 * @param folder where the export is written for that
 * @param head of a seal that the log has to hold
 * @returns what the script finds, a line each
 */
export async function verifiedByScript(
  lines: readonly string[],
  folder: string,
  head?: string,
): Promise<string[]> {
  const file = join(folder, `${newId()}.jsonl`)
  await writeFile(file, lines.join(''))
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [script, file, ...(head ? [head] : [])],
    { encoding: 'utf8' },
  )
  expect(stderr).toBe('')
  const findings = stdout.trim().split('\n').slice(0, -2)
  expect(status).toBe(findings.length > 0 ? 3 : 0)
  return findings
}
