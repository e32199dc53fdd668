import { tracingChannel } from 'node:diagnostics_channel'

/** A statement under way; with `result` or `error` once it has ended. */
export interface Statement {
  /** Its SQL with placeholders; values are never in it. */
  text: string
  /** `performance.now()` at its start; set by {@link watchStatements}. */
  began?: number
  result?: { rowCount?: number | null }
  error?: unknown
}

/** Where each statement of the pool is published; costs nothing while nobody watches. */
export const statements = tracingChannel<'steward:statement', Statement>('steward:statement')

/** Calls back at the end, and if given at the start, of each statement. @returns how to stop */
export function watchStatements({
  begun = () => {},
  ended,
}: {
  begun?: (statement: Statement) => void
  ended(statement: Statement, ms: number): void
}): () => void {
  const subscribers = {
    start: (statement: Statement) => {
      statement.began ??= performance.now()
      begun(statement)
    },
    end: () => {},
    asyncStart: () => {},
    asyncEnd: (statement: Statement) =>
      ended(statement, performance.now() - (statement.began ?? 0)),
    error: () => {},
  }
  statements.subscribe(subscribers)
  return () => void statements.unsubscribe(subscribers)
}

const maxText = 2_000

/** A statement on one line without literals, for logs and traces: at most 2,000 characters. */
export const shownStatement = (text: string): string =>
  text
    .slice(0, maxText)
    .replace(/'(?:[^']|'')*(?:'|$)/g, '?')
    .replace(/(?<![\w$"])\d+(?:\.\d+)?\b/g, '?')
    .replace(/\s+/g, ' ')
    .trim()
