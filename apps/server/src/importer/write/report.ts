import { type FileHandle, open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { escapeFormulas } from '@steward/contract/values/spreadsheet'
import type { Translator } from '@steward/i18n/reader'
import { say, written } from '@steward/i18n/sentence'
import { stringify } from 'csv-stringify/sync'
import { OperatorError } from '../../operator-error.ts'
import type { BadRow } from '../parse/read-batches.ts'

/**
 * A CSV report of bad rows, created with the first one.
 * @param input the file that it must not replace
 * @param reader whose language it is in; fields keep the names that mappings have
 * @param maxBytes where it ends, whatever is left
 */
export function openReport(
  path: string,
  input: string,
  reader: Translator,
  maxBytes = Number.POSITIVE_INFINITY,
) {
  const { t } = reader
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
          const heads = [
            t('line', {}, 'the number of a line, heading of a column'),
            t('field', {}, 'heading of a column'),
            t('reason', {}, 'heading of a column'),
            t('row', {}, 'the text of a row, heading of a column'),
          ]
          await file.write(`\ufeff${stringify([heads])}`)
        }
        // Escape formulas, since these texts come from outside.
        const text = stringify(
          reasons.map(({ field, reason }) => [
            line,
            ...[field, written(reason, reader), raw].map(escapeFormulas),
          ]),
        )
        bytes += Buffer.byteLength(text)
        const full = [[line, '', t('and more rows are bad: too many for this report'), '']]
        await file.write(bytes > maxBytes ? stringify(full) : text)
      } catch (error) {
        throw new OperatorError(
          say("The report {path} can't be written: {message}.", {
            path,
            message: (error as Error).message,
          }),
        )
      }
    },
    close: async (): Promise<void> => {
      await file?.close()
    },
  }
}
