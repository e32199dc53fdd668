/** The queue of writes to one record, which are sent one after the other. */
interface Line {
  last: Promise<unknown>
  /** By the version that a drawn row still has: the one that our own writes have made of it. */
  since: Map<number, number>
}

const lines = new Map<string, Line>()

/** Milliseconds for which a line is kept after its last answer, until every row shows the version of that. */
const kept = 5_000

/**
 * Sends a write to a record after those before it are answered, with the version that they led to:
 * a person's second click is no conflict with the first. A save by another person in between still
 * is.
 * @param record names the record, such as `tasks/t1`
 * @param version of the row that the person saw; null for a record without versions
 * @param send is given the version to send
 * @param versionIn reads the version from an answer; null where it has none
 */
export function serializeWrites<A>(
  record: string,
  version: number | null,
  send: (version: number | null) => Promise<A>,
  versionIn: (answer: A) => number | null,
): Promise<A> {
  const line = lines.get(record) ?? { last: Promise.resolve(), since: new Map() }
  lines.set(record, line)
  const turn = line.last.then(async () => {
    const from = version === null ? null : (line.since.get(version) ?? version)
    const answer = await send(from)
    const to = versionIn(answer)
    if (from !== null && to !== null) {
      for (const [seen, at] of line.since) if (at === from) line.since.set(seen, to)
      line.since.set(from, to)
    }
    return answer
  })
  const last = turn.catch(() => {})
  line.last = last
  void last.then(() =>
    setTimeout(() => {
      if (line.last === last) lines.delete(record)
    }, kept),
  )
  return turn
}
