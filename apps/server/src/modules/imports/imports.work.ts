import { setTimeout as wait } from 'node:timers/promises'
import { msg, type Translator } from '@steward/i18n/reader'
import type { Said } from '@steward/i18n/sentence'
import type { Staff } from '../../http/session.ts'
import type { BadRow } from '../../importer/parse/read-batches.ts'
import type { FileSource } from '../../importer/read/source.ts'
import { openInWorker, ReaderUnavailable } from '../../importer/thread/thread.ts'
import { openReport } from '../../importer/write/report.ts'
import { type ImportCounts, noCounts, runImport } from '../../importer/write/run.ts'
import { translatorIn } from '../../languages.ts'
import { OperatorError } from '../../operator-error.ts'
import type { Services } from '../../services.ts'
import type { LaneWork } from '../jobs/runners.ts'
import { endJob, type OpenJob } from '../jobs/running.store.ts'
import { actingFor, actorOfJob, type Step } from '../jobs/work.ts'
import type { ImportContext } from './import-files.ts'
import {
  clearBadRows,
  countWritten,
  findImport,
  type ImportRow,
  keepBadRows,
  noteImport,
} from './imports.store.ts'
import { importOptions, inWords, needsOfImport } from './options.ts'
import { sweepImports } from './quota.ts'

const beatMs = 1_000

/** How many bad rows are kept for display; the report has all of them. */
const maxKept = 1_000

/** How many bad rows are kept with all cells, for correction. */
const maxCorrected = 100

export function importLane(
  context: ImportContext,
  services: Pick<Services, 'db' | 'areas' | 'scopeOf' | 'words'>,
): LaneWork {
  const { db, areas, words } = services
  const { files, limits } = context
  /** Works on an import until it ends, pauses or stops; a new run skips rows imported before. */
  const work: LaneWork['work'] = async (job, runner, leaseMs, stopping): Promise<Step> => {
    const stop = async (reason: Said): Promise<Step> => {
      await endJob(db, job.id, runner, 'stopped', reason)
      return 'ended'
    }
    const gone = () => stop(msg('The file no longer exists. Please upload it again.'))
    const file = job.import_id ? await findImport(db, job.import_id) : undefined
    if (!file) return await gone()
    const sent = job.options ?? {}
    const needs = needsOfImport(file.area, sent).map((need) => [need])
    const staff = await actingFor(services, job.started_by, needs)
    if ('refusal' in staff) return await stop(staff.refusal)

    let by: Staff = staff
    let refusal: Said | null = null
    let isHeld = true
    const ending = new AbortController()
    const signal = AbortSignal.any([ending.signal, stopping])
    const before = await countWritten(db, job.id)
    const note = (counts: ImportCounts) => noteImport(db, job.id, runner, leaseMs, before, counts)
    const counts = noCounts()
    const beating = beats(signal, async () => {
      const now = await actingFor(services, job.started_by, needs)
      if ('refusal' in now) refusal = now.refusal
      else by = now
      isHeld = refusal === null && (await note(counts))
      if (!isHeld) ending.abort()
    })
    /** Imports the rows; returns whether it was interrupted. */
    const run = async (source: FileSource): Promise<boolean> => {
      const reader = translatorIn(sent.language, await words.read())
      const bad = await badRowsOf(context, job, file, reader)
      const area = areas.imports[file.area]
      const reading = { ...sent, maxRows: limits.maxRows, cells: true }
      try {
        const { interrupted } = await runImport(
          db,
          await openInWorker(source, area, reading, limits.job, signal),
          {
            ...importOptions(area, file.file_name, sent, () => by),
            dryRun: job.action === 'check',
            by: { actor: actorOfJob(job), job: job.id },
            signal,
            onBad: bad.add,
            onKept: bad.add,
            onProgress: (now) => Object.assign(counts, now),
          },
        )
        return interrupted
      } catch (error) {
        if (signal.aborted && error === signal.reason) return true
        throw error
      } finally {
        await bad.close(isHeld)
      }
    }
    try {
      const interrupted = await files.withSource(file, run)
      if (interrupted === undefined) return await gone()
      if (refusal !== null) return await stop(refusal)
      if (!isHeld) return 'lost'
      await note(counts)
      if (interrupted) return 'more'
      // An import paused on its last rows needs its file again when it is resumed.
      if (!(await endJob(db, job.id, runner, 'done', null))) return 'lost'
      // Bad rows can still be corrected, and conflicts decided otherwise.
      const isWhole = counts.bad + counts.conflicts === 0
      if (job.action === 'import' && isWhole) await files.remove(file.id, 'file')
      return 'ended'
    } catch (error) {
      if (error instanceof ReaderUnavailable)
        return await stop(msg('The server was too busy to read the file. Resume it to try again.'))
      if (!(error instanceof OperatorError)) throw error
      await note(counts)
      return await stop(inWords(error.said))
    } finally {
      ending.abort()
      await beating
    }
  }
  return { lane: { importsOf: files.storageId }, work, tidy: () => sweepImports(context) }
}

/** Runs `beat` every second until ended; a failure is ignored, as the next beat follows. */
async function beats(ended: AbortSignal, beat: () => Promise<void>): Promise<void> {
  while (!ended.aborted) {
    await wait(beatMs, undefined, { signal: ended, ref: false }).catch(() => {})
    if (!ended.aborted) await beat().catch(() => {})
  }
}

async function badRowsOf(
  { db, files, limits }: ImportContext,
  job: OpenJob,
  file: ImportRow,
  reader: Translator,
) {
  await clearBadRows(db, job.id)
  await files.remove(file.id, 'report')
  const draft = await files.draftReport(file.id)
  const report = openReport(draft.path, '', reader, limits.reportBytes)
  const waiting: BadRow[] = []
  let count = 0
  const flush = async () => {
    if (waiting.length > 0) await keepBadRows(db, job.id, waiting.splice(0))
  }
  return {
    add: async ({ line, raw, cells, ...row }: BadRow) => {
      const reasons = row.reasons.map(({ field, reason }) => ({ field, reason: inWords(reason) }))
      await report.add({ line, raw, reasons })
      count += 1
      if (count > maxKept) return
      waiting.push({ line, raw: '', reasons, ...(cells && count <= maxCorrected && { cells }) })
      if (waiting.length >= 100) await flush()
    },
    /** Keeps the report, unless another server works on the job by now. */
    close: async (isHeld: boolean) => {
      try {
        await flush()
        await report.close()
        if (isHeld) await draft.keep()
      } finally {
        await draft.close()
      }
    },
  }
}
