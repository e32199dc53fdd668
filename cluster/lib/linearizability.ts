/**
 * A read or write of a record, which is a register whose every write makes the next version. Times are in
 * milliseconds of one clock.
 */
export interface RegisterOperation {
  /**
   * A `list` is read from any machine that has all that is acknowledged: it may show a write before the primary does,
   * which waits for another machine, but nothing older than what was acknowledged or read before it began.
   */
  kind: 'write' | 'read' | 'list'
  version: number
  /** What the version holds; no two writes write the same. */
  value: string
  invoked: number
  /** Infinity for a write whose result is unknown: it may have taken effect at any time since, or never. */
  completed: number
}

/**
 * Checks that some order of the operations on one record explains them all: each takes effect at one moment
 * between its call and its answer, and a read returns the last write before it. Versions give the order, so
 * that sorting is all the work.
 * @returns what no order explains, each a sentence; nothing for a linearizable history
 */
export function findViolations(history: readonly RegisterOperation[]): string[] {
  const happened = withoutEffectless(history)
  return [...valueViolations(happened), ...gapViolations(happened), ...orderViolations(happened)]
}

/** Leaves out unknown writes that nobody has seen: they may never have taken effect. */
function withoutEffectless(history: readonly RegisterOperation[]): RegisterOperation[] {
  const seen = new Set(
    history.filter(({ completed }) => completed !== Infinity).map(({ value }) => value),
  )
  return history.filter(({ completed, value }) => completed !== Infinity || seen.has(value))
}

function valueViolations(history: readonly RegisterOperation[]): string[] {
  const found = new Set<string>()
  const valueAt = new Map<number, string>()
  const versionOf = new Map<string, number>()
  const written = new Set<string>()
  for (const { kind, version, value } of history) {
    if (kind === 'write') written.add(value)
    const other = valueAt.get(version) ?? value
    if (other !== value) found.add(`version ${version} is both ${other} and ${value}`)
    valueAt.set(version, value)
    const before = versionOf.get(value) ?? version
    if (before !== version) found.add(`${value} took effect twice: ${before} and ${version}`)
    versionOf.set(value, version)
  }
  for (const [value, version] of versionOf) {
    if (!written.has(value)) found.add(`${value} of version ${version} was refused, or never sent`)
  }
  return [...found]
}

function gapViolations(history: readonly RegisterOperation[]): string[] {
  const versions = [...new Set(history.map(({ version }) => version))].sort((a, b) => a - b)
  return versions.flatMap((version, index) =>
    version === (versions[index - 1] ?? 0) + 1
      ? []
      : [`nobody made what is before version ${version}`],
  )
}

function orderViolations(history: readonly RegisterOperation[]): string[] {
  const found: string[] = []
  const sorted = [...history].sort(
    (a, b) =>
      a.version - b.version ||
      Number(a.kind !== 'write') - Number(b.kind !== 'write') ||
      a.invoked - b.invoked,
  )
  // Of what has to be before: whatever was called last.
  let latest: RegisterOperation | undefined
  for (const operation of sorted) {
    if (latest && operation.kind !== 'list' && operation.completed < latest.invoked) {
      found.push(
        `the ${operation.kind} of version ${operation.version} was over ${Math.round(latest.invoked - operation.completed)} ms before the ${latest.kind} of version ${latest.version} began`,
      )
    }
    if (!latest || operation.invoked > latest.invoked) latest = operation
  }
  return found
}
