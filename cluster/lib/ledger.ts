import type { RegisterOperation } from './linearizability.ts'

/** What may be wrong at the end; each has to be found never. */
export const kinds = [
  'acknowledged writes lost',
  'writes done twice',
  'own writes not read',
  'histories that no order explains',
  'totals that are not exact',
  'findings in the audit log',
  'changes not told to a stream',
  'exports that are not whole',
  'answers that should not be',
] as const

export type Kind = (typeof kinds)[number]

/** Something that was to be made: a record, or a row of an import. */
export interface Made {
  table: 'tasks' | 'categories' | 'bills' | 'users'
  /** Its title, which nothing else has. */
  title: string
  /** When its answer came; undefined where what came of it is unknown. */
  acknowledged: number | undefined
  id?: string | undefined
}

/** Everything that clients have sent, and what they were told. Times are those of `performance.now()`. */
export class Ledger {
  readonly made: Made[] = []
  /** The operations on each record that several clients edit, by its id. */
  readonly registers = new Map<string, RegisterOperation[]>()
  /** Jobs that were asked for: each sets the tasks to done whose titles begin with its mark. */
  readonly jobs: { mark: string; acknowledged: boolean }[] = []
  /** What was done to its end. */
  readonly done = { imports: 0, jobs: 0, exports: 0, brokenStreams: 0, readsOnStandbys: 0 }
  /** When each acknowledgement of a write came. */
  readonly acknowledgements: number[] = []
  /** How many answers had which status; 0 for none at all. */
  readonly statuses: Record<string, number> = {}
  readonly findings: Record<Kind, string[]> = Object.fromEntries(
    kinds.map((kind) => [kind, [] as string[]]),
  ) as Record<Kind, string[]>

  find(kind: Kind, sentence: string): void {
    this.findings[kind].push(sentence)
    console.log(`  FOUND, ${kind}: ${sentence}`)
  }

  acknowledge(): number {
    const now = performance.now()
    this.acknowledgements.push(now)
    return now
  }

  note(id: string, operation: RegisterOperation): void {
    const operations = this.registers.get(id)
    if (operations) operations.push(operation)
    else this.registers.set(id, [operation])
  }

  /** The longest time without an acknowledged write between two moments, in seconds. */
  longestPause(from: number, to: number): number {
    const within = this.acknowledgements.filter((time) => time >= from && time <= to)
    const moments = [from, ...within, to]
    const pauses = moments.slice(1).map((moment, index) => moment - (moments[index] ?? moment))
    return Math.max(...pauses) / 1_000
  }
}
