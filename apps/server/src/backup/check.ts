import type { Readable } from 'node:stream'
import type { Manifest, Totals } from './format.ts'
import { walkBackup } from './walk.ts'

/**
 * Reads a backup to its end and restores nothing.
 * @param input the bytes of the backup
 * @param name what the person calls it
 * @param onStep is told now and then
 * @returns what it holds
 * @throws {OperatorError} where it is cut short, damaged, of a newer format, or no backup
 */
export async function checkBackup(
  input: Readable,
  name: string,
  onStep: () => void = () => {},
): Promise<{ manifest: Manifest; totals: Totals }> {
  const found: { manifest?: Manifest } = {}
  const totals = await walkBackup(input, name, async (manifest) => {
    found.manifest = manifest
    return { rows: async () => onStep(), file: async () => onStep() }
  })
  if (!found.manifest) throw new Error('a backup without a manifest was read')
  return { manifest: found.manifest, totals }
}
