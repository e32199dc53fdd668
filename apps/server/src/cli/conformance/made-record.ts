import type { SpecifiedCall } from '@steward/contract/specified-calls'
import { type Check, judge, type Sent, send } from './check.ts'
import type { Answer } from './client.ts'
import type { Difference } from './findings.ts'
import type { MadeRecord } from './made.ts'
import { findList, idOf, type Row, recordIn, textOf } from './reading.ts'
import { detailsOf } from './user-details.ts'

/** How records of one kind are made, found and deleted. */
export interface Kind {
  what: string
  create: SpecifiedCall
  list: SpecifiedCall
  delete: SpecifiedCall
  /** The key under `data` of its list. */
  under: string
  /** The query key of its search. */
  search: 'name' | 'search'
  /** Whether the answer to a write has to hold the record (specification section 4). */
  answersRecord: boolean
}

/** The name of what a check makes, so that people who come upon it know what it is. */
export const nameOf = ({ mark }: Check): string => `Conformance check ${mark} — may be deleted`

/**
 * Makes a record, and notes it from before the request until it is deleted.
 * @returns null where none was made, or none can be found again
 */
export async function make(check: Check, kind: Kind, sent: Sent): Promise<MadeRecord | null> {
  const name = nameOf(check)
  const made = check.made.begin({
    what: kind.what,
    name,
    find: async () => {
      const { row, readable } = await lookFor(check, kind.list, kind, name)
      return { id: idOf(row), readable }
    },
    remove: (id) => send(check, kind.delete, { params: { id } }),
  })
  const answer = await send(check, kind.create, sent)
  // One that is refused was not made; of one that came to nothing nobody knows.
  if (answer.status >= 400 && answer.status < 500) made.gone = true
  // An answer may name others, such as who made it: only what has our name is ours.
  const told = recordIn(answer)?.record
  made.id = told?.['name'] === name ? idOf(told) : null
  made.told = answer.status >= 200 && answer.status < 300
  const found = made.id ?? (made.told ? (await made.find()).id : null)
  judgeWrite(check, kind, kind.create, answer, () =>
    found === null
      ? {
          words: 'its answer has no _id nor id, and the list has no record of that name',
          usable: false,
        }
      : null,
  )
  made.id = found
  return found === null ? null : made
}

/** Makes a call that changes a record, and looks whether its answer and the list have the change. */
export async function change(
  check: Check,
  kind: Kind,
  call: SpecifiedCall,
  sent: Sent,
  holds?: { id: string; expected: Row },
): Promise<boolean> {
  const answer = await send(check, call, sent)
  const ok = answer.status >= 200 && answer.status < 300 && answer.trouble === null
  const looked = holds && ok ? await recordOf(check, kind, holds.id) : null
  judgeWrite(check, kind, call, answer, () => {
    if (!holds || !looked?.readable) return null
    const now = looked.row
    if (now === null) return { words: 'afterwards the record is not in the list', usable: false }
    const other = Object.entries(holds.expected).find(
      // A field that a server doesn't name at all says nothing.
      ([field, value]) => textOf(now[field]) !== null && textOf(now[field]) !== value,
    )
    if (!other) return null
    const words = `afterwards the record has ${other[0]} "${textOf(now[other[0]])}", not "${other[1]}"`
    return { words, usable: false }
  })
  return ok
}

/** Deletes what was made, and looks whether it is gone from its list. */
export async function remove(check: Check, kind: Kind, made: MadeRecord): Promise<boolean> {
  const id = made.id ?? ''
  const answer = await send(check, kind.delete, { params: { id } })
  const ok = answer.status >= 200 && answer.status < 300 && answer.trouble === null
  const still = ok && (await lookFor(check, kind.list, kind, made.name, id)).row !== null
  made.gone = ok && !still
  judgeWrite(check, { ...kind, answersRecord: false }, kind.delete, answer, () =>
    still ? { words: 'a deleted record is still in the list', usable: false } : null,
  )
  return made.gone
}

function judgeWrite(
  check: Check,
  { answersRecord }: Kind,
  call: SpecifiedCall,
  answer: Answer,
  read: () => Difference | null,
): void {
  // The answer is here already; what was looked up since is judged with it.
  judge(check, call, answer, () => {
    const difference = read()
    if (difference || !answersRecord) return difference
    const found = recordIn(answer)
    if (found?.direct) return null
    const words = found
      ? 'the record is not data itself but stands inside it; the list shows it after a reload'
      : 'data is not the record; the list shows it after a reload'
    return { words, usable: true }
  })
}

/** The record as it stands now: by its details where there is such a call, else from its list. */
async function recordOf(check: Check, kind: Kind, id: string): Promise<Looked> {
  if (kind.what === 'user') {
    const row = await detailsOf(check, id)
    if (row) return { row, readable: true }
  }
  return await lookFor(check, kind.list, kind, nameOf(check), id)
}

/** What a look into a list has shown. */
interface Looked {
  row: Row | null
  /** Whether the list could be read, so that no record means that there is none. */
  readable: boolean
}

const mostPages = 20

/** Looks for a record in a list: by its id where that is known, else by its name. */
export async function lookFor(
  check: Check,
  list: SpecifiedCall,
  { under, search }: Pick<Kind, 'under' | 'search'>,
  name: string,
  id?: string,
): Promise<Looked> {
  const is = (row: Row) => (id === undefined ? row['name'] === name : idOf(row) === id)
  for (let page = 1; page <= mostPages; page += 1) {
    // The digits alone: they are in every name that the record is given.
    const query = { page: String(page), limit: '100', [search]: check.mark }
    const answer = await send(check, list, { query })
    const found = answer.status === 200 ? findList(answer, under) : null
    if (!found) return { row: null, readable: false }
    const row = found.rows.find(is)
    if (row) return { row, readable: true }
    if (found.rows.length === 0 || page >= found.totalPages) break
  }
  return { row: null, readable: true }
}
