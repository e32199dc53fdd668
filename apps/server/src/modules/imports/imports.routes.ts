import type { BodyOf } from '@steward/contract/endpoints'
import type { ImportPreview } from '@steward/contract/imports'
import { importNeeds } from '@steward/contract/imports.routes'
import { auditEvent } from '../../db/audit.ts'
import { claimingTransaction } from '../../db/claim.ts'
import type { Db } from '../../db/connection.ts'
import { requireAnyPermission } from '../../http/authorize.ts'
import { Failure } from '../../http/failure.ts'
import type { Handlers } from '../../http/routes.ts'
import { actorOf, type Session } from '../../http/session.ts'
import { newId } from '../../ids.ts'
import { importBegun } from '../../import/audit.ts'
import type { ImportedArea } from '../../import/fields.ts'
import type { FileSource } from '../../import/source.ts'
import { OperatorError } from '../../operator-error.ts'
import type { AreaRegistry } from '../area.ts'
import { findJob, type JobRow } from '../jobs/jobs.store.ts'
import { jobView } from '../jobs/jobs.view.ts'
import { idsOf } from '../records.ts'
import type { ImportFiles } from './import-files.ts'
import {
  createImportJob,
  deleteImport,
  findImport,
  type ImportRow,
  isInUse,
  keepImport,
} from './imports.store.ts'
import type { ImportLimits } from './limits.ts'
import { inWords } from './options.ts'
import { previewImport } from './preview.ts'
import { PreviewQueue } from './preview-queue.ts'
import { ImportQuota } from './quota.ts'

type Names = 'create' | 'details' | 'preview' | 'start' | 'report' | 'delete'

/**
 * Imports in the browser of what the command line imports.
 * @param kick has a new job begun
 * @param limits quotas, and what a preview may take
 */
export function importsHandlers(
  db: Db,
  areas: AreaRegistry,
  files: ImportFiles,
  kick: () => void,
  limits: ImportLimits,
): Handlers<`imports.${Names}`> {
  const quota = new ImportQuota(db, files, limits)
  const queue = new PreviewQueue(limits)
  /** A file of the person signed in, if they may still import it. */
  const own = async (id: string, session: Session): Promise<ImportRow> => {
    const [file] = await Promise.all(idsOf(id).map((each) => findImport(db, each)))
    if (!file || file.user_id !== session.user.id) {
      throw new Failure('not_found', 'There is no such file. It may have waited for too long.')
    }
    requireAnyPermission(session, [importNeeds[file.area]])
    return file
  }
  const sourceOf = async (file: ImportRow): Promise<FileSource> => {
    const source = await files.source(file.id, file.file_name)
    if (source) return source
    throw new Failure(
      'not_found',
      'This file has been imported already, or stands on another server.',
    )
  }
  const preview = async (
    file: ImportRow,
    options: BodyOf<'imports.preview'>,
    session: Session,
  ): Promise<ImportPreview> => {
    const source = await sourceOf(file)
    const area = areas.imports[file.area]
    const work = () => previewImport(db, source, area, options, session, limits.preview)
    return await queue.run(session.user.id, () => plainly(work()))
  }
  return {
    'imports.create': async ({ query, upload, session }) => {
      requireAnyPermission(session, [importNeeds[query.area]])
      const id = newId()
      const file = await quota.during(session.user.id, async () =>
        keepImport(db, {
          id,
          area: query.area,
          file_name: query.name,
          size: await files.save(id, upload),
          server_id: files.serverId,
          user_id: session.user.id,
        }),
      )
      return { data: importView(file, areas.imports[file.area]) }
    },
    'imports.details': async ({ params, session }) => {
      const file = await own(params.id, session)
      await sourceOf(file)
      return { data: importView(file, areas.imports[file.area]) }
    },
    'imports.preview': async ({ params, body, session }) => {
      const file = await own(params.id, session)
      return { data: await preview(file, body, session) }
    },
    'imports.start': async ({ params, body: { check, ...options }, session }) => {
      const file = await own(params.id, session)
      // What is wrong with the options is better said now than by a job that ends at once.
      const { map } = await preview(file, options, session)
      const action = check ? 'check' : 'import'
      const id = await claimingTransaction(db, async (tx) => {
        const made = await createImportJob(tx, file, session.user.id, action, { ...options, map })
        if (made && !check) {
          const actor = { ...actorOf(session), batch: made }
          await auditEvent(tx, actor, importBegun(areas.imports[file.area], file.file_name))
        }
        return made
      })
      if (!id) throw new Failure('conflict', 'This file is being imported already.')
      kick()
      return { data: jobView((await findJob(db, id)) as JobRow) }
    },
    'imports.report': async ({ params, session }) => {
      const file = await own(params.id, session)
      const text = await files.report(file.id)
      if (!text) throw new Failure('not_found', 'There is no report: no row was bad.')
      return { name: 'import-report.csv', text }
    },
    'imports.delete': async ({ params, session }) => {
      const file = await own(params.id, session)
      if (await isInUse(db, file.id)) {
        throw new Failure('conflict', 'This file is being imported. Cancel that first.')
      }
      await files.remove(file.id)
      await files.removeReport(file.id)
      await deleteImport(db, file.id)
      return { data: {} }
    },
  }
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

/** A problem of a file or its options is the person's to mend. */
async function plainly<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof OperatorError) throw new Failure('invalid', inWords(error.message))
    throw error
  }
}
