import { shownStatement, watchStatements } from '../db/connection/statements.ts'
import { currentRequest } from '../request-context.ts'

interface Log {
  warn(fields: object, message: string): void
}

/** Logs each statement that takes at least `fromMs` (0 for none), without its values. */
export function watchSlowQueries(fromMs: number, log: Log) {
  let count = 0
  const stop =
    fromMs === 0
      ? () => {}
      : watchStatements({
          ended: ({ text, result, error }, ms) => {
            if (ms < fromMs) return
            count += 1
            const request = currentRequest()
            log.warn(
              {
                ms: Math.round(ms),
                statement: shownStatement(text),
                rows: result?.rowCount ?? null,
                ...(error !== undefined && { failed: true }),
                reqId: request?.id,
                route: request?.routeOptions.url,
              },
              'slow query',
            )
          },
        })
  return {
    /** How many were slow since the start. */
    count: () => count,
    stop,
  }
}
