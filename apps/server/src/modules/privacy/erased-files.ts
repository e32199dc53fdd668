import { text } from 'node:stream/consumers'
import { contentChoices } from '@steward/contract/privacy/places'
import { z } from 'zod'
import { isId } from '../../ids.ts'
import type { FileStorage } from '../../storage/storage.ts'

const erasedFile = z.object({
  id: z.string(),
  content: z.enum(contentChoices),
  erasedAt: z.iso.datetime(),
})

/** What is known beside the database of a person who was erased; never a name. */
export type ErasedFile = z.output<typeof erasedFile>

const nameOf = (id: string) => `erased/${id}.json` as const

/** Says beside the database, one file a person, that somebody was erased: a backup restored later doesn't know it. */
export async function noteErased(storage: FileStorage, erased: ErasedFile): Promise<void> {
  await storage.save(nameOf(erased.id), Buffer.from(`${JSON.stringify(erased)}\n`))
}

/** The ids of the people of whom the storage says that they were erased. */
export async function erasedIds(storage: FileStorage): Promise<string[]> {
  const ids: string[] = []
  for await (const files of storage.list('erased'))
    ids.push(...files.map(({ name }) => name.replace(/\.json$/, '')).filter(isId))
  return ids
}

/** What the storage says of a person who was erased; content stays where it can't be read. */
export async function readErased(storage: FileStorage, id: string): Promise<ErasedFile> {
  const stored = await storage.read(nameOf(id))
  const read = erasedFile.safeParse(stored && parsed(await text(stored.bytes)))
  return read.data ?? { id, content: 'keep', erasedAt: new Date().toISOString() }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
