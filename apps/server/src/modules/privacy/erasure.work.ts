import type { Db } from '../../db/connection/connection.ts'
import type { Actor } from '../../db/write/audit.ts'
import { write } from '../../db/write/write.ts'
import type { WriteTransaction } from '../../db/write/write-transaction.ts'
import { forgetUnheld } from '../../uploads/uploaded.store.ts'
import { endJob, holdJob, type OpenJob } from '../jobs/running.store.ts'
import type { EraseWork } from '../jobs/undo-jobs.ts'
import { actorOfJob } from '../jobs/work.ts'
import { noteErased } from './erased-files.ts'
import {
  type ErasedPerson,
  findErasure,
  findErasureOfJob,
  finishErasure,
  noteJobProgress,
  noteStep,
} from './erased-people.store.ts'
import { removeImportFiles } from './import-files.ts'
import { removeMails } from './outbox.ts'
import { type Erased, type ErasureContext, erasureSteps } from './steps.ts'

/** The step of an erasure; one that this version doesn't know, as another one began it, starts again. */
const stepOf = ({ step }: ErasedPerson) =>
  Math.max(
    0,
    erasureSteps.findIndex(({ name }) => name === step),
  )

/** Does a batch of an erasure; undefined where all of them are done. */
async function eraseBatch(
  writing: WriteTransaction,
  erased: ErasedPerson,
): Promise<(Erased & { isLast: boolean }) | undefined> {
  const at = stepOf(erased)
  const step = erasureSteps[at]
  if (!step || !erased.identifiers) return undefined
  const { id: person, content, identifiers, after_entry: after } = erased
  const done = await step.erase(writing, { person, content, identifiers, after })
  const next = done.isOver ? erasureSteps[at + 1] : step
  await noteStep(writing.tx, person, {
    place: step.place,
    count: done.count,
    next: next?.name ?? step.name,
    after: done.isOver ? 0 : done.after,
  })
  return { ...done, isLast: next === undefined }
}

/** Removes the pictures of what was erased, unless another record shows them. */
async function removePictures({ db, storage }: ErasureContext, urls: readonly string[] = []) {
  const own = urls.filter((url) => url.startsWith('/uploads/'))
  if (own.length === 0) return
  for (const url of await forgetUnheld(db, own))
    await storage.remove(`uploads/${url.slice('/uploads/'.length)}`)
}

/** Removes files, says beside the database that the person was erased, and ends the erasure. */
async function finish(
  context: ErasureContext,
  { id, content, identifiers }: ErasedPerson,
  end: (tx: Db) => Promise<unknown>,
): Promise<void> {
  const { db, storage, dataDir } = context
  if (identifiers) {
    const mails = await removeMails(dataDir, identifiers)
    await noteStep(db, id, { place: 'mails', count: mails, next: erasureSteps.at(-1)?.name ?? '' })
    const files = await removeImportFiles(storage)
    await noteStep(db, id, {
      place: 'imports',
      count: files,
      next: erasureSteps.at(-1)?.name ?? '',
    })
  }
  await noteErased(storage, { id, content, erasedAt: new Date().toISOString() })
  await db.transaction().execute(async (tx) => {
    await finishErasure(tx, id)
    await end(tx)
  })
}

/**
 * How jobs erase people. One that has begun goes on to its end whatever becomes of whoever began it: the person is deleted
 * by then, and half of what is held about them would stay.
 */
export const eraseWork = (context: ErasureContext): EraseWork => ({
  work: async (job: OpenJob, runner: string, leaseMs: number) => {
    const { db } = context
    const step = await write(db, actorOfJob(job), async (writing) => {
      const { tx } = writing
      if (!(await holdJob(tx, job.id, runner, leaseMs))) return 'lost' as const
      const erased = await findErasureOfJob(tx, job.id)
      if (!erased) return undefined
      const done = await eraseBatch(writing, erased)
      if (done) await noteJobProgress(tx, job.id, done.count)
      return done
    })
    if (step === 'lost') return step
    await removePictures(context, step?.pictures)
    if (step && !step.isLast) return 'more'
    const erased = await findErasureOfJob(db, job.id)
    const end = (tx: Db) => endJob(tx, job.id, runner, 'done', null)
    if (erased) await finish(context, erased, end)
    else await end(db)
    return 'ended'
  },
})

/** Erases a person who is noted as being erased, at once and to the end; nobody else may work on it. */
export async function eraseWhole(context: ErasureContext, person: string): Promise<void> {
  const actor: Actor = { system: 'erasure' }
  for (;;) {
    const erased = await findErasure(context.db, person)
    if (!erased) return
    const done = await write(context.db, actor, (writing) => eraseBatch(writing, erased))
    await removePictures(context, done?.pictures)
    if (done && !done.isLast) continue
    await finish(context, erased, async () => {})
    return
  }
}
