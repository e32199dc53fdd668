import type { Answer } from './client.ts'

/** Something that the check makes on the server, from before it is made until it is gone. */
export interface MadeRecord {
  what: string
  name: string
  /** Known once the server has told it. */
  id: string | null
  /** Looks for it by its name, where its id was never told. */
  find: () => Promise<{ id: string | null; readable: boolean }>
  remove: (id: string) => Promise<Answer>
  /** Whether the server said that it made it. */
  told: boolean
  gone: boolean
}

/** Whatever was made, so that all of it is deleted however the check ends. */
export interface Made {
  readonly all: readonly MadeRecord[]
  /** Notes what is about to be made: a request without an answer may have made it too. */
  begin(record: Pick<MadeRecord, 'what' | 'name' | 'find' | 'remove'>): MadeRecord
  /** Deletes what still stands. @returns what can't be deleted, a line each */
  clear(): Promise<string[]>
}

/** Keeps what is made. */
export function openMade(): Made {
  const all: MadeRecord[] = []
  return {
    all,
    begin: (record) => {
      const begun = { ...record, id: null, told: false, gone: false }
      all.push(begun)
      return begun
    },
    clear: async () => {
      const left: string[] = []
      // The newest first: it may stand on what came before it.
      for (const record of all.filter(({ gone }) => !gone).reverse()) {
        const why = await clear(record)
        if (why !== null) left.push(`the ${record.what} "${record.name}": ${why}`)
      }
      return left
    },
  }
}

async function clear(record: MadeRecord): Promise<string | null> {
  const found = record.id === null ? await record.find() : { id: record.id, readable: true }
  const { id } = found
  if (id === null && record.told) return 'the server says that it made it; the list doesn’t show it'
  if (id === null) return found.readable ? null : 'nobody knows whether it was made'
  const { status, trouble } = await record.remove(id)
  record.gone = status >= 200 && status < 300
  if (record.gone || status === 404) return null
  return `_id ${id}, ${trouble ?? `its deletion was answered with status ${status}`}`
}
