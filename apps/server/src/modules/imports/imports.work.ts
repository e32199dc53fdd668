import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '../../db/connection/connection.ts'
import type { BadRow } from '../../import/drafts/reading.ts'
import { openInWorker, ReaderUnavailable } from '../../import/thread/thread.ts'
import { openReport } from '../../import/write/report.ts'
import { noCounts, runImport } from '../../import/write/run.ts'
import { OperatorError } from '../../operator-error.ts'
import { findActiveStaff } from '../access/staff.store.ts'
import type { LaneWork } from '../jobs/runners.ts'
import { endJob, type OpenJob } from '../jobs/running.store.ts'
import { actorOfJob, refusalNow, type Step } from '../jobs/work.ts'
import type { AreaRegistry } from '../records/area.ts'
import type { ImportFiles } from './import-files.ts'
import {
  clearBadRows,
  countWritten,
  findImport,
  type ImportRow,
  keepBadRows,
  noteImport,
} from './imports.store.ts'
import type { ImportLimits } from './limits.ts'
import { importOptions, inWords, needsOfImport } from './options.ts'
import { sweepImports } from './quota.ts'

/** Milliseconds between two looks whether the import may go on. */
const beatMs = 1_000

/** Bad rows that are kept to be shown; the report has them all. */
const maxKept = 1_000

/** Bad rows of which all cells are kept, so that they can be corrected. */
const maxCorrected = 100

/** The lane of imports: each server works on the files that it has. */
export function importLane(
  db: Db,
  areas: AreaRegistry,
  files: ImportFiles,
  limits: ImportLimits,
): LaneWork {
  /**
   * Works on an import until its end, or until it is paused, cancelled, or the server stops. When it goes on
   * it begins anew: rows that are in already are skipped.
   */
  const work: LaneWork['work'] = async (job, runner, leaseMs, stopping): Promise<Step> => {
    const stop = async (reason: string): Promise<Step> => {
      await endJob(db, job.id, runner, 'stopped', reason)
      return 'ended'
    }
    const file = job.import_id ? await findImport(db, job.import_id) : undefined
    const source = file && (await files.source(file.id, file.file_name))
    if (!file || !source) return await stop('The file no longer exists. Please upload it again.')
    const staff = await findActiveStaff(db, job.started_by)
    const sent = job.options ?? {}
    const needs = needsOfImport(file.area, sent)
    const refusal = await refusalNow(db, job.started_by, needs)
    if (refusal || !staff) return await stop(refusal ?? 'The account is no longer active.')

    let by = staff
    const ending = new AbortController()
    const signal = AbortSignal.any([ending.signal, stopping])
    const before = await countWritten(db, job.id)
    const counts = noCounts()
    let held = true
    let lost: string | null = null
    const beating = beats(signal, async () => {
      lost = await refusalNow(db, job.started_by, needs)
      by = (await findActiveStaff(db, job.started_by)) ?? by
      held = lost === null && (await noteImport(db, job.id, runner, leaseMs, before, counts))
      if (!held) ending.abort()
    })
    const bad = await badRowsOf(db, files, job, file, limits.reportBytes)
    try {
      const area = areas.imports[file.area]
      const options = { ...sent, maxRows: limits.maxRows, cells: true }
      const reading = await openInWorker(source, area, options, limits.job, signal)
      const summary = await runImport(db, reading, {
        ...importOptions(area, file.file_name, sent, () => by),
        dryRun: job.action === 'check',
        by: { actor: actorOfJob(job), job: job.id },
        signal,
        onBad: bad.add,
        onKept: bad.add,
        onProgress: (now) => Object.assign(counts, now),
      })
      await bad.close()
      if (lost !== null) return await stop(lost)
      if (!held) return 'lost'
      await noteImport(db, job.id, runner, leaseMs, before, summary)
      if (summary.interrupted) return 'more'
      // Paused on its very last rows, it needs its file once more when it is resumed.
      if (!(await endJob(db, job.id, runner, 'done', null))) return 'lost'
      // What did not go in can still be corrected, or decided otherwise.
      const isWhole = summary.bad + summary.conflicts === 0
      if (job.action === 'import' && isWhole) await files.remove(file.id, 'file')
      return 'ended'
    } catch (error) {
      if (error instanceof ReaderUnavailable)
        return await stop('The server was too busy to read the file. Resume it to try again.')
      if (!(error instanceof OperatorError)) throw error
      await noteImport(db, job.id, runner, leaseMs, before, counts)
      return await stop(inWords(error.message))
    } finally {
      await bad.close()
      ending.abort()
      await beating
    }
  }
  return {
    lane: { importsOf: files.serverId },
    work,
    tidy: () => sweepImports(db, files, limits),
  }
}

/** Does something every second until it is ended; a beat that fails is left to the next one. */
async function beats(ended: AbortSignal, beat: () => Promise<void>): Promise<void> {
  while (!ended.aborted) {
    await wait(beatMs, undefined, { signal: ended, ref: false }).catch(() => {})
    if (!ended.aborted) await beat().catch(() => {})
  }
}

/** Where bad rows go: all into the report, the first ones where they can be shown. */
async function badRowsOf(
  db: Db,
  files: ImportFiles,
  job: OpenJob,
  file: ImportRow,
  maxBytes: number,
) {
  await clearBadRows(db, job.id)
  await files.remove(file.id, 'report')
  const report = openReport(files.reportPath(file.id), '', maxBytes)
  const waiting: BadRow[] = []
  let count = 0
  const flush = async () => {
    if (waiting.length > 0) await keepBadRows(db, job.id, waiting.splice(0))
  }
  return {
    add: async (row: BadRow) => {
      const reasons = row.reasons.map(({ field, reason }) => ({ field, reason: inWords(reason) }))
      await report.add({ ...row, reasons })
      count += 1
      if (count > maxKept) return
      const { cells, ...others } = row
      waiting.push({ ...others, reasons, ...(cells && count <= maxCorrected && { cells }) })
      if (waiting.length >= 100) await flush()
    },
    close: async () => {
      await flush()
      await report.close()
    },
  }
}
