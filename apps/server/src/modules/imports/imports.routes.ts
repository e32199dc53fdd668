import type { BodyOf } from '@steward/contract/calls/endpoints'
import type { ImportPreview } from '@steward/contract/imports/imports'
import { importNeeds } from '@steward/contract/imports/imports.routes'
import { msg } from '@steward/i18n/reader'
import { say } from '@steward/i18n/sentence'
import { OutcomeUnknown } from '../../db/connection/failures.ts'
import { auditEvent } from '../../db/write/audit.ts'
import { checkEffect, withConsent } from '../../db/write/change-guard.ts'
import { keyedTransaction } from '../../db/write/idempotency-key.ts'
import { requireAnyPermission } from '../../http/authorize.ts'
import { Failure } from '../../http/failure.ts'
import type { HandlersOf } from '../../http/handler.ts'
import { actorOf, type Session } from '../../http/session.ts'
import { newId } from '../../ids.ts'
import type { ImportedArea } from '../../importer/fields.ts'
import type { FileSource } from '../../importer/read/source.ts'
import { ReaderUnavailable } from '../../importer/thread/thread.ts'
import { importBegun } from '../../importer/write/run.ts'
import { OperatorError } from '../../operator-error.ts'
import type { Services } from '../../services.ts'
import { readRules } from '../consents/consents.store.ts'
import { findJob, type JobRow } from '../jobs/jobs.store.ts'
import { jobView } from '../jobs/jobs.view.ts'
import { idsOf } from '../records/checks.ts'
import { importEffect } from './import-effect.ts'
import { type ImportContext, sha256Of } from './import-files.ts'
import {
  createImportJob,
  findImport,
  type ImportRow,
  isInUse,
  keepImport,
  lockIdleImport,
} from './imports.store.ts'
import { inWords, needsOfImport } from './options.ts'
import { type FirstChecked, previewImport, previewQueue } from './preview.ts'
import { discardImport, importQuota } from './quota.ts'

/** Handlers of imports in the browser. */
export function importsHandlers(
  { areas, kickJobs, words: ownWords }: Services,
  context: ImportContext,
): HandlersOf<'imports'> {
  const { db, files, limits } = context
  const quota = importQuota(context)
  const queue = previewQueue(limits)
  const own = async (id: string, session: Session): Promise<ImportRow> => {
    const [file] = await Promise.all(idsOf(id).map((each) => findImport(db, each)))
    if (!file || file.user_id !== session.user.id) {
      throw new Failure('not_found', 'There is no such file. It may have expired.')
    }
    requireAnyPermission(session, [importNeeds[file.area]])
    return file
  }
  const gone = () =>
    new Failure('not_found', 'This file has already been imported, or is on another server.')
  const reading = async <R extends object>(
    file: ImportRow,
    session: Session,
    read: (source: FileSource, area: ImportedArea) => Promise<R>,
  ): Promise<R> => {
    const area = areas.imports[file.area]
    const work = () =>
      files
        .withSource(file, (source) => read(source, area))
        .catch((error) => {
          throw failureOf(error)
        })
    const made = await queue.run(work, { person: session.user.id })
    if (!made) throw gone()
    return made
  }
  const firstChecked = async (
    file: ImportRow,
    options: BodyOf<'imports.preview'>,
    session: Session,
  ): Promise<FirstChecked> => {
    const words = await ownWords.read()
    return await reading(file, session, (source, area) =>
      previewImport(context, source, area, options, session, words),
    )
  }
  const view = (file: ImportRow) => ({ data: importView(file, areas.imports[file.area]) })
  return {
    'imports.create': async ({ query, upload, once, session }) => {
      requireAnyPermission(session, [importNeeds[query.area]])
      const id = newId()
      const { saved, answer } = await quota.during(session.user.id, async (full) => {
        if (!full) return { saved: await files.save(id, upload) }
        // A file that is stored already needs no more room; a repeated request gets the first answer.
        const refuse = () => Promise.reject<ReturnType<typeof view>>(full)
        return { answer: await once(() => sha256Of(upload), refuse) }
      })
      if (!saved) return answer
      const { size, sha256 } = saved
      const row = {
        id,
        area: query.area,
        file_name: query.name,
        size,
        server_id: files.storageId,
        user_id: session.user.id,
      }
      let kept = false
      try {
        return await once(
          async () => sha256,
          async () => {
            const file = await keyedTransaction(db, (tx) => keepImport(tx, row))
            kept = true
            return view(file)
          },
        )
      } catch (error) {
        // It may be stored; if it isn't, the retention finds the file.
        if (error instanceof OutcomeUnknown) kept = true
        throw error
      } finally {
        // It was stored before under the same idempotency key, or could not be stored.
        if (!kept) await files.remove(id, 'file')
      }
    },
    'imports.details': async ({ params, session }) => {
      const file = await own(params.id, session)
      if (!(await files.has(file.id))) throw gone()
      return view(file)
    },
    'imports.preview': async ({ params, body, session }) => {
      const file = await own(params.id, session)
      return { data: (await firstChecked(file, body, session)).preview }
    },
    'imports.start': async ({ params, body: { check, ...options }, session }) => {
      const file = await own(params.id, session)
      // Report a missing permission now rather than by a job that fails at once.
      for (const need of needsOfImport(file.area, options)) requireAnyPermission(session, [need])
      const { preview, changes } = await firstChecked(file, options, session)
      const { map, dates } = preview
      if (dates.undecided) throw undecided(dates.ambiguous.samples)
      const chosen = { ...options, map }
      // The rows are counted only where their number matters, as that takes reading the whole file.
      const isCounted = !check && (await readRules(db)).bulk !== null
      const effect = isCounted
        ? await reading(file, session, (source, area) =>
            importEffect(context, source, area, chosen, changes),
          )
        : undefined
      const id = await keyedTransaction(db, async (tx) => {
        await lockIdleImport(tx, file.id)
        const consent = effect && (await checkEffect(tx, actorOf(session), effect))
        const actor = withConsent(actorOf(session), consent)
        const starter = { id: session.user.id, via: actor.via }
        const job = await createImportJob(tx, file, starter, check ? 'check' : 'import', chosen)
        if (!check) {
          const begun = importBegun(areas.imports[file.area], file.file_name)
          await auditEvent(tx, { ...actor, batch: job }, begun)
        }
        return job
      })
      kickJobs()
      return { data: jobView((await findJob(db, id)) as JobRow) }
    },
    'imports.report': async ({ params, session }) => {
      const file = await own(params.id, session)
      const text = await files.report(file.id)
      if (!text)
        throw new Failure('not_found', 'There is no report because every row was imported.')
      return { name: 'import-report.csv', text }
    },
    'imports.delete': async ({ params, session }) => {
      const file = await own(params.id, session)
      if (await isInUse(db, file.id)) {
        throw new Failure('conflict', 'This file is being imported. Cancel the import first.')
      }
      await discardImport(context, file.id)
      return { data: {} }
    },
  }
}

function undecided([sample]: ImportPreview['dates']['ambiguous']['samples']): Failure {
  const said = sample
    ? say(
        '{text} could be {dayFirst} or {monthFirst}. Say whether the day or the month comes first.',
        { text: sample.text, dayFirst: sample.dayFirst, monthFirst: sample.monthFirst },
      )
    : 'Say whether the day or the month comes first.'
  const words = msg('must be day-first or month-first, since the dates of the file could be either')
  return new Failure('invalid', said, { errors: [{ path: 'dateOrder', msg: words }] })
}

function importView(file: ImportRow, { fields, unique }: ImportedArea) {
  return {
    _id: file.id,
    area: file.area,
    fileName: file.file_name,
    size: file.size,
    createdAt: file.created_at,
    fields: Object.entries(fields).map(([name, { required = false }]) => ({
      name,
      required,
      unique: name === unique?.field,
    })),
  }
}

function failureOf(error: unknown): unknown {
  if (error instanceof OperatorError) return new Failure('invalid', inWords(error.said))
  if (!(error instanceof ReaderUnavailable)) return error
  const sentence = msg('The server is too busy to read a file just now. Please try again soon.')
  return new Failure('not_ready', sentence, { retryAfter: 10 })
}
