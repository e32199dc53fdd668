import { erasedIds, noteErased, readErased } from './erased-files.ts'
import { findErasure, listAbandoned, listFinished, noteErasure } from './erased-people.store.ts'
import { eraseWhole } from './erasure.work.ts'
import { readIdentifiers } from './identifiers.store.ts'
import type { ErasureContext } from './steps.ts'

/**
 * Brings the database and the storage to the same erased people: whoever the storage names and the database doesn't, as
 * it was restored from before, is erased again. Erasures whose job is gone are done to their end. Call it before anything is
 * served.
 * @returns how many were erased
 */
export async function eraseAgain(context: ErasureContext): Promise<number> {
  const { db, storage } = context
  const stored = await erasedIds(storage)
  const finished = await listFinished(db)
  const known = new Set(finished.map(({ id }) => id))
  const unknown = stored.filter((id) => !known.has(id))
  for (const id of unknown) {
    // One that has begun keeps what it looks for: the rows that tell it may be gone.
    if (!(await findErasure(db, id))?.identifiers) {
      const { content } = await readErased(storage, id)
      await noteErasure(db, id, { user: null, job: null }, content, await readIdentifiers(db, id))
    }
    await eraseWhole(context, id)
  }
  const abandoned = await listAbandoned(db)
  for (const id of abandoned) await eraseWhole(context, id)
  const there = new Set(stored)
  for (const { id, content, finished_at } of finished)
    if (!there.has(id)) await noteErased(storage, { id, content, erasedAt: finished_at })
  return unknown.length + abandoned.length
}
