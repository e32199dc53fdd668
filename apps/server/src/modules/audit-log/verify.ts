import { type Said, say } from '@steward/i18n/sentence'
import { readConversion } from '../../db/audit-chain/convert-seals.ts'
import type { Db } from '../../db/connection/connection.ts'
import { derivedFindings } from './derived.store.ts'
import {
  chainsBefore,
  type Difference,
  differencesIn,
  erasedWithoutEntry,
  neverSealed,
  sealsAfter,
} from './seals.store.ts'

/** What a look through the hash chain has found. */
export interface Verified {
  seals: number
  entries: number
  /** The hash of the last seal, in hexadecimal; keep it elsewhere to detect removed seals. */
  head: string
  findings: Said[]
}

/** The greatest number of findings, since one tampering can affect every entry. */
const maxFindings = 100

const step = 50

const beginning = '00'.repeat(32)

/** Checks the hash chain and derived data; an earlier head as `expected` detects removed seals. */
export async function verifyAuditLog(
  db: Db,
  { expected, onProgress }: { expected?: string; onProgress?: (entries: number) => void } = {},
): Promise<Verified> {
  const findings: Said[] = []
  const differences: Difference[] = []
  let [no, head, entries, seals] = [0, beginning, 0, 0]
  let met = expected === undefined || expected === beginning
  const converting = await readConversion(db)
  for (;;) {
    const some = await sealsAfter(db, no, step)
    const [first, last] = [some[0], some.at(-1)]
    if (!first || !last) break
    for (const seal of some) {
      // What isn't converted yet follows from the hash that was replaced.
      if (converting && no > 0 && no === converting.converted) head = converting.replaced
      if (seal.no !== no + 1) findings.push(missingSeals(no + 1, seal.no - 1))
      else if (seal.previous !== head)
        findings.push(
          say('Seal {number} does not follow from seal {after}.', {
            number: String(seal.no),
            after: String(no),
          }),
        )
      if (seal.hash !== seal.computed)
        findings.push(say('Seal {number} is changed.', { number: String(seal.no) }))
      ;[no, head] = [seal.no, seal.hash]
      met ||= seal.hash === expected
      entries += seal.count
      seals += 1
    }
    if (differences.length < maxFindings) {
      const range = { first: first.no, last: last.no }
      differences.push(...(await differencesIn(db, range, maxFindings - differences.length)))
    }
    onProgress?.(entries)
  }
  findings.push(...differences.map((each) => describe(each, differences)))
  for (const { id, paths } of await erasedWithoutEntry(db, maxFindings)) {
    findings.push(
      say('Entry {id} has lost values without an entry about their erasure: {paths}.', {
        id: String(id),
        paths: paths.join(', '),
      }),
    )
  }
  for (const before of await chainsBefore(db)) {
    met ||= before.head === expected
    findings.push(...findingsOf(before))
  }
  for (const id of await neverSealed(db, maxFindings)) {
    findings.push(
      say('Entry {id} was added beside the chain: no seal holds it.', { id: String(id) }),
    )
  }
  // Where entries differ, all derived data would differ as well.
  if (findings.length === 0) findings.push(...(await derivedFindings(db, maxFindings)))
  if (!met) {
    findings.push(
      say(
        'The chain does not hold the hash {expected}: its end is cut off, or it is another chain.',
        { expected },
      ),
    )
  }
  return { seals, entries, head, findings: findings.slice(0, maxFindings) }
}

function findingsOf({
  id,
  seal,
  seals,
  findings,
}: Awaited<ReturnType<typeof chainsBefore>>[number]) {
  const found: Said[] = []
  if (seal !== seals + 1)
    found.push(
      say('Entry {id} tells of a chain of {seals} seals before it, and is not in the next one.', {
        id: String(id),
        seals: String(seals),
      }),
    )
  if (findings > 0)
    found.push(
      say(
        'The chain before entry {id} was not intact: {findings, plural, one {# finding} other {# findings}}.',
        { id: String(id), findings },
      ),
    )
  return found
}

const missingSeals = (from: number, to: number): Said =>
  from === to
    ? say('Seal {from} is missing.', { from: String(from) })
    : say('Seals {from} to {to} are missing.', { from: String(from), to: String(to) })

function describe({ seal, id, actual }: Difference, all: readonly Difference[]): Said {
  if (actual === null)
    return say('Entry {id} is missing (seal {seal}).', { id: String(id), seal: String(seal) })
  const moved = all.find((other) => other.sealed === actual)
  return moved
    ? say('Entry {id} is reordered: it holds what entry {other} held (seal {seal}).', {
        id: String(id),
        other: String(moved.id),
        seal: String(seal),
      })
    : say('Entry {id} is changed (seal {seal}).', { id: String(id), seal: String(seal) })
}
