import type { BodyOf } from '@steward/contract/calls/endpoints'
import type { ImportPreview } from '@steward/contract/imports/imports'
import { written } from '@steward/i18n/sentence'
import type { Words } from '@steward/i18n/words/words'
import type { Change } from '../../db/write/audit-lines.ts'
import { Failure } from '../../http/failure.ts'
import type { Staff } from '../../http/session.ts'
import type { ImportedArea } from '../../importer/fields.ts'
import type { BadRow } from '../../importer/parse/read-batches.ts'
import type { FileSource } from '../../importer/read/source.ts'
import { openInWorker } from '../../importer/thread/thread.ts'
import { cut } from '../../importer/values.ts'
import { runImport } from '../../importer/write/run.ts'
import { translatorIn } from '../../languages.ts'
import { Queue } from '../../queue.ts'
import type { ImportContext } from './import-files.ts'
import type { ImportLimits } from './limits.ts'
import { importOptions, inWords, reasonSent } from './options.ts'

const maxChecked = 200
const maxFailures = 50

const maxRaw = 500

/** The first rows of a file and how they would fare, and what of them would be written. */
export interface FirstChecked {
  preview: ImportPreview
  changes: Change[]
}

/** Reads the first rows with some options and checks them; throws OperatorError if unreadable. */
export async function previewImport(
  { db, limits }: ImportContext,
  file: FileSource,
  area: ImportedArea,
  sent: BodyOf<'imports.preview'>,
  staff: Staff,
  words: Words,
): Promise<FirstChecked> {
  const how = { ...sent, words, guess: true, cells: true, batchSize: maxChecked }
  const reading = await openInWorker(file, area, how, limits.preview)
  const { columns, rows, map = {}, survey, dates } = reading.first
  const reader = translatorIn(sent.language, words)
  const options = importOptions(area, file.name, sent, () => staff)
  const failures: BadRow[] = []
  const changes: Change[] = []
  const { read, bad, already, differing, samples, elsewhere } = await runImport(db, reading, {
    ...options,
    dryRun: true,
    firstBatchOnly: true,
    onBad: (row) => void failures.push(row),
    onChange: (change) => void changes.push(change),
  })
  const preview = {
    columns,
    rows,
    map,
    source: options.source,
    dates,
    notes: reading.notes.map((note) => written(inWords(note), reader)),
    survey,
    checked: {
      read,
      good: read - bad,
      bad,
      already,
      conflicts: differing,
      samples,
      elsewhere: Object.entries(elsewhere).map(([source, n]) => ({ source, rows: n })),
      failures: failures.slice(0, maxFailures).map(({ line, reasons, raw, cells }) => ({
        line,
        reasons: reasons.map(reasonSent),
        raw: cut(raw, maxRaw),
        ...(cells && { cells }),
      })),
    },
  }
  return { preview, changes }
}

/** A queue that limits previews, since each takes a thread; throws a Failure `too_many`. */
export const previewQueue = (limits: ImportLimits): Queue =>
  new Queue({
    concurrency: limits.previewsAtOnce,
    waiting: limits.previewsWaiting,
    perPerson: limits.previewsAPerson,
    refuse: () =>
      new Failure('too_many', 'Too many file previews at once. Please wait a moment.', {
        retryAfter: 5,
      }),
  })
