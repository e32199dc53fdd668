import { type FileHandle, open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { escapeFormulas } from '@steward/contract/values/spreadsheet'
import { stringify } from 'csv-stringify/sync'
import { OperatorError } from '../../operator-error.ts'
import type { BadRow } from '../parse/read-batches.ts'

/** A CSV report of bad rows, created with the first one; `input` is the file it must not replace. */
export function openReport(path: string, input: string, maxBytes = Number.POSITIVE_INFINITY) {
  if (resolve(path) === resolve(input)) {
    throw new OperatorError(
      'The report would replace the file that is imported; give it another name with --report.',
    )
  }
  let file: FileHandle | undefined
  let bytes = 0
  return {
    add: async ({ line, reasons, raw }: BadRow): Promise<void> => {
      if (bytes > maxBytes) return
      try {
        if (!file) {
          file = await open(path, 'w')
          // Begin with a byte order mark, or spreadsheets read the file as Latin-1.
          await file.write(`\ufeff${stringify([['line', 'field', 'reason', 'row']])}`)
        }
        // Escape formulas, since these texts come from outside.
        const text = stringify(
          reasons.map(({ field, reason }) => [line, ...[field, reason, raw].map(escapeFormulas)]),
        )
        bytes += Buffer.byteLength(text)
        const full = [[line, '', 'and more rows are bad: too many for this report', '']]
        await file.write(bytes > maxBytes ? stringify(full) : text)
      } catch (error) {
        throw new OperatorError(`The report ${path} can't be written: ${(error as Error).message}.`)
      }
    },
    close: async (): Promise<void> => {
      await file?.close()
    },
  }
}
